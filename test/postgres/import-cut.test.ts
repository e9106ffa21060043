import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { problemOf } from '../../src/center/model/problem.ts';
import { exportConversations } from '../../src/cli/commands/conversations/export.ts';
import { importLines } from '../center/intake/import-lines.ts';
import { shellHere } from '../cli/shell-here.ts';
import { createCenter } from '../harness/center.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

const lines = Array.from({ length: 200 }, (_, at) => ({
  source: 'freescout',
  id: `${at}`,
  title: `Ticket ${at}`,
  status: 'open',
  created_at: '2026-01-05T10:00:00Z',
  messages: [1, 2, 3].map(id => ({
    id: `${id}`,
    kind: 'contact',
    body_text: 'Hi',
    created_at: '2026-01-05T10:00:00Z',
  })),
}));

/** Ends all connections to a help center. */
function cut(name: string): Promise<void> {
  const ours = "datname = current_database() and application_name = 'frontdesk'";
  return askPostgres(name, `select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`);
}

test('an import whose connections are cut again and again adds each once', skippedFor(whyNoPostgres()), async () => {
  const { name, drop } = await newPostgresCenter();
  const center = await createCenter({ database: name, attachmentsFolder: temporaryFolder() });
  onTestFinished(async () => {
    await center.close();
    await drop();
  });
  let cuts = 0;
  for (let isDone = false; !isDone; ) {
    let batches = 0;
    const onProgress = () => {
      batches += 1;
      if (cuts < 5 && batches === 3) {
        cuts += 1;
        void cut(name);
      }
    };
    isDone = await importLines(center, lines, { onProgress }).then(
      result => result.refusedCount === 0,
      error => {
        expect(problemOf(error).code).toBe('unavailable');
        return false;
      },
    );
  }
  expect(cuts).toBeGreaterThan(0);
  const found = await center.read(async ({ db }) => ({
    conversations: (await db.selectFrom('conversation').select('id').execute()).length,
    messages: (await db.selectFrom('message').select('id').execute()).length,
  }));
  expect(found).toEqual({ conversations: 200, messages: 600 });
});

test(
  'an export whose connections are cut is whole, or fails, says so and leaves nothing',
  skippedFor(whyNoPostgres()),
  async () => {
    const { name, drop } = await newPostgresCenter();
    onTestFinished(drop);
    const folder = temporaryFolder();
    const center = await createCenter({ database: name, attachmentsFolder: join(folder, 'attachments') });
    await importLines(center, lines);
    await center.close();
    for (let wait = 0; wait < 400; wait += 100) {
      const to = join(folder, `out-${wait}`);
      const { shell } = shellHere();
      const flags = { as: 'eml', database: name, to } as const;
      const exporting = exportConversations(
        { ...shell, center: { attachments: join(folder, 'attachments') } },
        [],
        flags,
      );
      const ended = exporting.catch(error => error);
      await new Promise(resolve => setTimeout(resolve, wait));
      await cut(name);
      const code = await ended;
      expect(existsSync(to)).toBe(code === 0);
      if (code === 0) expect(readdirSync(to)).toHaveLength(600);
      else expect(code).toMatchObject({ code: 3 });
    }
    expect(readdirSync(folder).filter(one => one.endsWith('.unfinished'))).toEqual([]);
  },
);
