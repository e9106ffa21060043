import { expect, test } from 'vitest';
import { createAgentToken } from '../../../harness/agents.ts';
import { eventually } from '../../../harness/eventually.ts';
import { centerOfEach, openCenter, type Who } from '../../open-center.ts';
import { Reader } from './reader.ts';

const desk = centerOfEach({ settings: { heartbeatMs: 60_000, pollMs: 10 } });

async function follow(as: Who): Promise<Reader> {
  const reader = new Reader(await desk.fetch('GET', '/events', { as, query: { rows: 1 } }));
  await reader.block();
  return reader;
}

async function make(): Promise<number> {
  const contact = await desk.call('POST', '/contacts', {
    body: { name: 'Zoë Quinn', email: `zoe${desk.clock.now++}@customer.example` },
  });
  const body = { title: 'Refund for order 7741', inbox_id: desk.inboxId, contacts: [contact.body.data.id] };
  return (await desk.call('POST', '/conversations', { as: 'key', body })).body.data.id;
}

function row(id: number, as: Who = 'admin') {
  const query = { ids: [id], fields: 'list' };
  return desk.call('GET', '/conversations', { as, query }).then(({ body }) => body.data[0]);
}

async function otherToken(): Promise<Who> {
  return (await createAgentToken(desk.center, desk.agentId)) as Who;
}

test('an event has the row of a list with all its times, and the counts of the inbox, in at most 1 kB', async () => {
  const reader = await follow('agent');
  const id = await make();
  const block = (await reader.block())!;
  // The lines of its chunk, and its empty line.
  expect(Buffer.byteLength(block) + 9).toBeLessThanOrEqual(1_000);
  const { rows, inbox_counts } = JSON.parse(/^data: (.*)$/m.exec(block)![1]!);
  const times = { created_at: expect.any(String), updated_at: expect.any(String) };
  expect(rows).toEqual([{ ...(await row(id, 'agent')), ...times }]);
  expect(inbox_counts).toEqual([{ id: desk.inboxId, open: 1, unassigned: 1, unresolved: 1 }]);
  await reader.cancel();
});

test('the counts of an inbox come again only when they have changed', async () => {
  const reader = await follow('agent');
  const id = await make();
  const told = async () => (await reader.event())?.data.inbox_counts;
  expect(await told()).toHaveLength(1);
  await desk.call('PUT', `/conversations/${id}`, { body: { title: 'Another' } });
  expect(await told()).toBeUndefined();
  await desk.call('PUT', `/conversations/${id}`, { body: { assign_to: desk.agentId } });
  expect(await told()).toEqual([{ id: desk.inboxId, open: 1, unassigned: 0, unresolved: 1 }]);
  await desk.call('PUT', `/conversations/${id}`, { body: { inbox_id: 1 } });
  expect(await told(), 'not of an inbox that the agent does not see').toEqual([
    { id: desk.inboxId, open: 0, unassigned: 0, unresolved: 0 },
  ]);
  await reader.cancel();
});

test('the rows in the answer to a write come to its token as versions, to all others as rows', async () => {
  const [own, other] = [await follow('agent'), await follow(await otherToken())];
  const id = await make();
  for (const reader of [own, other]) expect((await reader.event())?.data.rows).toHaveLength(1);
  const { body } = await desk.call('PUT', `/conversations/${id}`, { as: 'agent', body: { assign_to: desk.agentId } });
  const counts = { inbox_counts: [{ id: desk.inboxId, open: 1, unassigned: 0, unresolved: 1 }] };
  const { version } = body.data;
  expect((await own.event())?.data).toEqual({ ids: [id], rows: [], versions: { [id]: version }, ...counts });
  expect((await other.event())?.data).toMatchObject({ ids: [id], rows: [{ id, version }], ...counts });
  // The answer contains the note alone, not what it made of the conversation.
  await desk.call('POST', `/conversations/${id}/notes`, { as: 'agent', body: { details: 'Paid by card' } });
  expect((await own.event())?.data).toMatchObject({ rows: [{ id, note_count: 1, version: version + 1 }] });
  for (const reader of [own, other]) await reader.cancel();
});

test('after a merge its own token has versions of the rows in the answer, and rows of the sources', async () => {
  const [target, source] = [await make(), await make()];
  const reader = await follow('agent');
  const body = { conversation_ids: [source] };
  const { body: merged } = await desk.call('POST', `/conversations/${target}/merge`, { as: 'agent', body });
  const { ids, rows, versions } = (await reader.event())!.data;
  expect(new Set(ids)).toEqual(new Set([target, source]));
  expect([versions, rows]).toEqual([
    { [target]: merged.data.version },
    [expect.objectContaining({ id: source, merged_into: target })],
  ]);
  await reader.cancel();
});

test('the conversations that an agent has read come to its desks without rows', async () => {
  const id = await make();
  const message = await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello' } });
  const readers = [await follow('agent'), await follow(await otherToken())];
  const body = { message_id: message.body.data.id };
  await desk.call('PUT', `/conversations/${id}/read`, { as: 'agent', body });
  for (const reader of readers) {
    expect((await reader.event())?.data).toEqual({ ids: [id], rows: [], read: [id] });
    await reader.cancel();
  }
});

test('many idle streams cost one look at the database each time, as one does', async () => {
  const idle = await openCenter({ settings: { heartbeatMs: 600_000, pollMs: 600_000 } });
  const { store, hub } = idle.center.context;
  const { read } = store;
  const open = (_: unknown, at: number) => idle.fetch('GET', '/events', { as: at % 2 === 0 ? 'admin' : 'agent' });
  const answers = await Promise.all(Array.from({ length: 30 }, open));
  // Each stream has been looked at when it began.
  await new Promise(setImmediate);
  let looks = 0;
  Object.assign(store, { read: (work: never) => [looks++, read(work)][1] });
  for (const look of [1, 2]) {
    hub.wake();
    await eventually(() => expect(looks).toBeGreaterThanOrEqual(look));
  }
  // A look that an opening asked for may come between.
  expect(looks).toBeLessThan(10);
  Object.assign(store, { read });
  for (const { body } of answers) await body!.cancel();
  await idle.close();
});

test('after an absence no version is lower than a row that has come', async () => {
  const id = await make();
  const before = await follow('agent');
  await before.cancel();
  await desk.call('PUT', `/conversations/${id}`, { as: 'agent', body: { title: 'Mine' } });
  await desk.call('PUT', `/conversations/${id}`, { as: 'admin', body: { title: 'Theirs' } });
  const own = await desk.call('PUT', `/conversations/${id}`, { as: 'agent', body: { title: 'Mine again' } });
  const headers = { 'last-event-id': '1' };
  const reader = new Reader(await desk.fetch('GET', '/events', { as: 'agent', query: { rows: 1 }, headers }));
  const told: unknown[] = [];
  while (told.length < 4) {
    const event = await reader.event();
    if (!event?.data.ids?.includes(id)) continue;
    const { rows, versions } = event.data as { rows?: { version: number }[]; versions?: Record<string, number> };
    told.push(rows?.[0]?.version ?? versions?.[id]);
  }
  expect(told).toEqual(told.map(() => own.body.data.version));
  await reader.cancel();
});
