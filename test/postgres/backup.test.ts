import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/center/database/backup/manifest.ts';
import { saveTo } from '../center/database/backup/saved.ts';
import { ATTACHED, fillFile, hashOf } from '../center/filled-center.ts';
import { runShell } from '../cli/run-shell.ts';
import { createCenter } from '../harness/center.ts';
import { newPostgresCenter, newPostgresDatabase } from '../harness/databases.ts';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { deskEnvironment, namingAttachments, temporaryFolder } from '../harness/temporary.ts';
import { whyNoPostgres } from './on-postgres.ts';

/** What the newest manifest of a folder says of the content. */
function contentIn(folder: string) {
  const name = readdirSync(folder)
    .filter(one => one.endsWith('.json'))
    .sort()
    .at(-1);
  if (name === undefined) return undefined;
  const { rows, attachments } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Manifest;
  const { setting: _, ...others } = rows;
  return { others, attachments };
}

describe('frontdesk backup', skippedFor(whyNoPostgres()), () => {
  test.for(['database', 'folder'] as const)(
    'a backup of a file is restored to PostgreSQL, with its files in the %s, and back, with equal manifests',
    { timeout: 300_000 },
    async at => {
      const folder = temporaryFolder();
      const env = deskEnvironment(folder);
      const files = join(folder, 'files');
      const there = await newPostgresDatabase();
      const onPostgres = at === 'folder' ? namingAttachments(env, files) : env;
      const file = await fillFile(folder);
      const run = (...args: string[]) => runShell(args, { env: args.includes(there) ? onPostgres : env });
      const [first, second, third] = ['first', 'second', 'third'].map(name => join(folder, name)) as [
        string,
        string,
        string,
      ];
      expect(await run('backup', first, '--database', file)).toMatchObject({ code: 0, stderr: '' });
      expect(await run('restore', first, '--database', there)).toMatchObject({ code: 0, stderr: '' });
      expect(existsSync(join(files, hashOf(ATTACHED)))).toBe(at === 'folder');
      for (const path of [files, join(env.XDG_DATA_HOME!, 'frontdesk', 'attachments')])
        expect(existsSync(`${path}.restoring`)).toBe(false);
      expect(await run('backup', second, '--database', there)).toMatchObject({ code: 0, stderr: '' });
      expect(await run('backup', '--verify', '--restore', '--database', there)).toMatchObject({ code: 0, stderr: '' });
      expect(contentIn(second)).toEqual(contentIn(first));
      await askPostgres(there, `select 1 / (last_value = 1000000)::int from conversation_id_seq`);
      expect((await run('doctor', '--database', there)).stdout).toMatch(
        /The newest backup is 1 m old, in .*second\. It was verified 1 m ago\.\n[\s\S]*Mail is paused: this help center was restored/,
      );
      const back = join(folder, 'back', 'center.db');
      expect(await run('restore', second, '--database', back)).toMatchObject({ code: 0, stderr: '' });
      expect((await run('backup', third, '--database', back)).code).toBe(0);
      expect(contentIn(third)).toEqual(contentIn(first));
      expect(await run('restore', first, '--database', there)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/holds a help center already/),
      });
    },
  );

  test('a lost connection is told of, and the next backup is made', async () => {
    const folder = temporaryFolder();
    const { name, drop } = await newPostgresCenter();
    const { context, write, close } = await createCenter({ database: name, attachmentsFolder: join(folder, 'files') });
    await write(({ db }) =>
      db
        .insertInto('team')
        .values(Array.from({ length: 3_000 }, (_, at) => ({ name: `Team ${at}`, created_at: 1, updated_at: 1 })))
        .execute(),
    );
    const options = { folder: join(folder, 'backups'), now: Date.now() };
    mkdirSync(options.folder);
    const cut = () =>
      askPostgres(
        name,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`,
      );
    await expect(saveTo(context, { ...options, rest: cut })).rejects.toThrow(
      /^The connection to the database was lost. No backup was made; the backups from before are kept/,
    );
    expect(contentIn(options.folder)).toBeUndefined();
    await saveTo(context, options);
    expect(contentIn(options.folder)?.others).toMatchObject({ team: 3_000 });
    await close();
    await drop();
  });
});
