import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../harness/temporary.ts';
import { openCenter } from '../open-center.ts';
import { importLines } from './import-lines.ts';

const lines = Array.from({ length: 60 }, (_, at) => ({
  source: 'freescout',
  id: `${at}`,
  title: `Ticket ${at}`,
  status: 'open',
  created_at: '2026-01-05T10:00:00Z',
  messages: [{ id: '1', kind: 'contact', body_text: 'parcel '.repeat(2_000), created_at: '2026-01-05T10:00:00Z' }],
}));

test('a full disk ends it, stored conversations stay, and the same again brings the rest', async () => {
  const desk = await openCenter({ database: join(temporaryFolder(), 'center.db') });
  onTestFinished(desk.close);
  const room = (pages: number) =>
    desk.center.context.store.write(async db => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
      await sql`pragma max_page_count = ${sql.raw(String(rows[0]!.page_count + pages))}`.execute(db);
    });
  const count = async () => (await desk.call('GET', '/conversations', { query: { count: '1' } })).body.meta.total;
  await room(120);
  await expect(importLines(desk.center, lines)).rejects.toThrow();
  const stored = await count();
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(60);
  await room(10_000);
  expect(await importLines(desk.center, lines)).toMatchObject({ imported: 60 - stored, doubles: stored, refused: [] });
  expect(await count()).toBe(60);
});
