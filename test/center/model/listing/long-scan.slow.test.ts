import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillForFilters } from '../../../bench/center-data.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { watchStatements } from '../../statements.ts';

/** More than two windows of a range, and of the conversations with a word. */
const COUNT = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
let desk: OpenCenter;
beforeAll(async () => {
  desk = await openCenter({ database: join(folder, 'center.db'), settings: { rateLimit: 1_000_000 } });
  await fillForFilters(desk, COUNT);
  await desk.center.context.store.write(async db => {
    await sql`insert into search (rowid, words) select id, 'hello' from conversation`.execute(db);
  });
}, 600_000);
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Lists that nothing matches, each known only when all conversations were looked at. */
const scans: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'by a flag': { automatic: 1, sort: 'created_at.asc' },
  'by a flag in many inboxes': { automatic: 1, not: { inbox_ids: [5] } },
  'by a common word': { q: 'hello', automatic: 1 },
};

/** A statement for each window of a scan: the one that finds its edge, or reads conversations with a word. */
const ofWindow = /limit 1 offset 19999\.0$|json_each\('\[/;

/** Counts windows; `second` resolves when the second one is read. */
function watchWindows() {
  const { promise: second, resolve } = Promise.withResolvers<void>();
  const seen = { count: 0, second };
  watchStatements(({ query }) => {
    if (ofWindow.test(query)) seen.count += 1;
    if (seen.count === 2) resolve();
  });
  return seen;
}

test.for(Object.entries(scans))('lists beside a scan %s are answered before it ends', async ([, query]) => {
  const windows = watchWindows();
  const order: string[] = [];
  const scan = desk.call('GET', '/conversations', { query }).then(({ body }) => {
    order.push('scan');
    expect(body.data).toEqual([]);
  });
  await windows.second;
  for (const name of ['list', 'conversation']) {
    await desk.call('GET', name === 'list' ? '/conversations' : '/conversations/1');
    order.push(name);
  }
  await scan;
  expect(order).toEqual(['list', 'conversation', 'scan']);
});

test('a conversation that is changed during a scan is read beside it', async () => {
  const windows = watchWindows();
  const scan = desk.call('GET', '/conversations', { query: scans['by a flag']! });
  await windows.second;
  await desk.call('PUT', '/conversations/1', { body: { title: 'Changed' } });
  const { body } = await desk.call('GET', '/conversations/1');
  expect(body.data.title).toBe('Changed');
  await scan;
});

test.for(Object.entries(scans))('a scan %s ends when its caller hangs up', async ([, query]) => {
  const windows = watchWindows();
  const caller = new AbortController();
  const asked = desk.request('GET', '/conversations', { query });
  const scan = desk.center.fetch(new Request(asked, { signal: caller.signal }));
  await windows.second;
  const before = windows.count;
  caller.abort();
  expect((await scan).status).toBe(503);
  expect(windows.count).toBeLessThanOrEqual(before + 1);
});
