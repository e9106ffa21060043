import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';
import { openTwoCenters } from './two-centers.ts';

const missing = whyNoPostgres();

/** The conversations in a stream's events, read until `done` is true. */
async function heard(answer: Response, done: (ids: ReadonlySet<number>) => boolean): Promise<Set<number>> {
  const ids = new Set<number>();
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; !done(ids); ) {
    const { value, done: isOver } = await reader.read();
    if (isOver) break;
    text += value;
    for (const [, data] of text.matchAll(/^event: conversation\.changed\ndata: (.*)\n/gm))
      for (const id of JSON.parse(data!).ids) ids.add(id);
    text = text.slice(text.lastIndexOf('\n\n') + 2);
  }
  await reader.cancel();
  return ids;
}

/** The centers poll so rarely that only a notification explains an event. */
const never = { pollMs: 3_600_000, heartbeatMs: 3_600_000 };

/** Waits until this many centers would be told of a commit by the database. */
async function listening(database: string, count: number): Promise<void> {
  const client = new Client(database);
  await client.connect();
  const text = `select from pg_stat_activity
    where datname = current_database() and query like 'listen %' and state = 'idle'`;
  while ((await client.query(text)).rowCount !== count);
  await client.end();
}

/** Ends every connection of the centers. */
const cut = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'frontdesk'`;

describe('events between services on one PostgreSQL', skippedFor(missing), () => {
  test('are all reported by the database, however the writers race', async () => {
    const { database, desk, second, both } = await openTwoCenters(never);
    await listening(database, 2);
    const streams = [await desk.fetch('GET', '/events'), await second.fetch(desk.request('GET', '/events'))];
    const all = streams.map(stream => heard(stream, ids => ids.size === 60));
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, at) => both[at % 2]!('POST', '/conversations', { body: { title: `No. ${at}` } })),
    );
    const ids = new Set(made.map(answer => answer.body.data.id));
    expect(ids.size).toBe(60);
    for (const told of await Promise.all(all)) expect(told).toEqual(ids);
  });

  test('are reported again once a lost connection is back, including those in between', async () => {
    const { database, desk, second, both } = await openTwoCenters(never);
    await listening(database, 2);
    const told = heard(await second.fetch(desk.request('GET', '/events')), ids => ids.size === 1);
    await askPostgres(database, cut);
    const made = await both[0]('POST', '/conversations', { body: { title: 'After the cut' } });
    expect(made.status).toBe(201);
    expect([...(await told)]).toEqual([made.body.data.id]);
  });

  test('a lost connection is a 503 at most, and the next request is served', async () => {
    const { database, both } = await openTwoCenters();
    const answers = Array.from({ length: 40 }, (_, at) =>
      both[at % 2]!('POST', '/conversations', { body: { title: `No. ${at}` } }),
    );
    await askPostgres(database, cut);
    for (const { status, body } of await Promise.all(answers))
      if (status !== 201) expect([status, body.error.code]).toEqual([503, 'unavailable']);
    for (const call of both) expect((await call('GET', '/conversations')).status).toBe(200);
    for (const call of both) expect((await call('POST', '/conversations', { body: { title: 'On' } })).status).toBe(201);
  });
});
