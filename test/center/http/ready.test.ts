import { renameSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../src/center/http/listen.ts';
import { basePath } from '../../../src/contract/index.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

async function open(): Promise<OpenCenter> {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  // As if nothing had been written for long.
  Object.assign(desk.center.context.store.use, { wroteAt: Number.NEGATIVE_INFINITY });
  return desk;
}

async function ready(desk: OpenCenter) {
  const { status, body } = await desk.call('GET', '/ready', { as: 'nobody' });
  return status === 200 ? body : [status, body.error.message];
}

test('a server is ready if its database and its files can be used, and says so to anybody', async () => {
  const desk = await open();
  expect(await ready(desk)).toEqual({ status: 'ready', failing: 0 });
});

test('a server whose files are away is not ready until they are back', async () => {
  const desk = await open();
  renameSync(desk.folder, `${desk.folder}-away`);
  expect(await ready(desk)).toEqual([503, 'The folder of the attachments cannot be reached.']);
  renameSync(`${desk.folder}-away`, desk.folder);
  expect(await ready(desk)).toMatchObject({ status: 'ready' });
});

test('a server whose database a newer program has upgraded is not ready', async () => {
  const desk = await open();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(
    desk.center.context.store.reader,
  );
  expect(await ready(desk)).toEqual([503, expect.stringMatching(/newer frontdesk/)]);
});

test('a server whose database is away is not ready, lives all the same, and tells both in one sentence', async () => {
  const desk = await open();
  const { store } = desk.center.context;
  const away = vi.spyOn(store, 'read').mockRejectedValue(new Error('away'));
  await sql`alter table job_fault rename to away`.execute(store.reader);
  renameSync(desk.folder, `${desk.folder}-away`);
  expect(await ready(desk)).toEqual([
    503,
    'The database does not answer. The folder of the attachments cannot be reached.',
  ]);
  expect(away).toHaveBeenCalledTimes(1);
  const { status, body } = await desk.call('GET', '/health');
  expect([status, body.faults.map(({ what }: { what: string }) => what)]).toEqual([
    200,
    expect.arrayContaining(['Reading the database']),
  ]);
});

test('a server that writes is ready, even if its connections are too busy for a question', async () => {
  const desk = await open();
  vi.spyOn(desk.center.context.store, 'read').mockRejectedValue(new Error('busy'));
  expect(await ready(desk)).toMatchObject([503, 'The database does not answer.']);
  await desk.call('POST', '/inboxes', { body: { name: 'Returns' } });
  expect(await ready(desk)).toMatchObject({ status: 'ready' });
});

test('however many look at once, the database is asked once', async () => {
  const desk = await open();
  const asked = vi.spyOn(desk.center.context.store, 'read');
  await Promise.all(Array.from({ length: 20 }, () => desk.center.context.readiness.look()));
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a server that leaves is not ready, serves on, and closes each connection after its answer', async () => {
  const desk = await open();
  const server = await listen(desk.center, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const headers = { authorization: `Bearer ${desk.tokens.admin}` };
  const ask = (path: string) => fetch(`${server.url}${basePath}${path}`, { headers });
  const me = async () => {
    const answer = await ask('/me');
    return [answer.status, answer.headers.get('connection'), await answer.text()] as const;
  };
  const events = (await ask('/events')).body!.getReader();
  const before = await me();
  desk.center.context.readiness.leave();
  expect(await ready(desk)).toEqual([503, 'This server is shutting down.']);
  const [status, connection, text] = await me();
  expect([status, connection, text]).toEqual([200, 'close', before[2]]);
  expect(before[1]).not.toBe('close');
  expect((await events.read()).done, 'an event stream stays until the end').toBe(false);
});

test('a server is watched for a minute after each look', async () => {
  const desk = await open();
  const { readiness } = desk.center.context;
  expect(readiness.isWatched()).toBe(false);
  await ready(desk);
  expect(readiness.isWatched()).toBe(true);
  desk.clock.elapsed += 61_000;
  expect(readiness.isWatched()).toBe(false);
});
