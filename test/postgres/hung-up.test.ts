import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/center/database/open.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

test('the query of a caller who hangs up ends', skippedFor(whyNoPostgres()), async () => {
  const store = await openDatabase(await newPostgresDatabase(), 0);
  onTestFinished(() => store.close());
  const sleeping = async () =>
    (
      await sql`select from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'
        and datname = current_database()`.execute(store.reader)
    ).rows.length;
  // More than there are connections.
  for (let at = 0; at < 20; at += 1) {
    const caller = new AbortController();
    const read = store.read(db => sql`select pg_sleep(600)`.execute(db), false, caller.signal);
    const ended = expect(read).rejects.toThrow(/due to user request/);
    await expect.poll(sleeping).toBe(1);
    caller.abort();
    await ended;
    expect(await sleeping()).toBe(0);
  }
  const { rows } = await store.read(db => sql<{ one: number }>`select 1 as one`.execute(db));
  expect(rows).toEqual([{ one: 1 }]);
});
