import { expect, onTestFinished, test, vi } from 'vitest';
import { streamHeader } from '../../../../src/contract/presence.ts';
import { openCenter, type Who } from '../../open-center.ts';
import { Reader } from './reader.ts';

/** A help center with a conversation that both agents see, and one that the admin alone sees. */
async function open() {
  const desk = await openCenter({ settings: { heartbeatMs: 60_000, pollMs: 10, presenceMs: 150 } });
  onTestFinished(desk.close);
  const make = async (inbox_id: number): Promise<number> =>
    (await desk.call('POST', '/conversations', { body: { title: 'One', inbox_id } })).body.data.id;
  const [shared, hidden] = [await make(desk.inboxId), await make(1)];
  const follow = async (as: Who, presence?: string) => {
    const response = await desk.fetch('GET', '/events', { as, query: presence ? { presence } : {} });
    const reader = new Reader(response);
    onTestFinished(() => reader.cancel());
    const heard = async () => {
      for (;;) {
        const event = await reader.event();
        if (!event || event.name === 'presence') return event?.data;
      }
    };
    return { reader, heard, stream: response.headers.get(streamHeader)! };
  };
  const tell = (as: Who, id: number, stream: string, doing?: string) =>
    desk.call('PUT', `/conversations/${id}/presence`, { as, query: { stream, ...(doing ? { doing } : {}) } });
  return { desk, shared, hidden, follow, tell };
}

test('an agent hears who else answers a conversation, and when no longer', async () => {
  const { desk, shared, follow, tell } = await open();
  const [ana, ben] = [await follow('admin', 'answers'), await follow('agent', 'answers')];
  expect((await tell('agent', shared, ben.stream, 'answers')).status).toBe(204);
  expect(await ana.heard()).toEqual({ id: shared, answers: [desk.agentId] });
  await tell('agent', shared, ben.stream, 'reads');
  expect(await ana.heard(), 'readers are not asked for').toEqual({ id: shared });
  await tell('admin', shared, ana.stream, 'answers');
  expect(await ben.heard(), 'the first that Ben hears').toEqual({ id: shared, answers: [desk.adminId] });
});

test('one stream is on one conversation; a stream that is opened later is told all at once', async () => {
  const { desk, shared, hidden, follow, tell } = await open();
  const first = await follow('admin');
  await tell('admin', shared, first.stream, 'answers');
  await tell('admin', hidden, first.stream, 'reads');
  const again = await follow('admin', 'reads');
  const ben = await follow('agent', 'reads');
  await tell('admin', shared, again.stream, 'reads');
  expect(await ben.heard()).toEqual({ id: shared, reads: [desk.adminId] });
  const later = await follow('agent', 'reads');
  expect(await later.heard()).toEqual({ id: shared, reads: [desk.adminId] });
});

test('an agent hears nothing of a conversation that it may not see', async () => {
  const { desk, shared, hidden, follow, tell } = await open();
  const [ana, ben] = [await follow('admin', 'reads'), await follow('agent', 'reads')];
  expect((await tell('agent', hidden, ben.stream, 'reads')).status).toBe(404);
  await tell('admin', hidden, ana.stream, 'answers');
  await tell('admin', shared, ana.stream, 'answers');
  expect(await ben.heard()).toEqual({ id: shared, answers: [desk.adminId] });
});

test('an answer ends the sign of the agent who sent it; a note, and an answer of another agent, do not', async () => {
  const { desk, shared, follow, tell } = await open();
  const [ana, ben] = [await follow('admin', 'reads'), await follow('agent', 'reads')];
  await tell('agent', shared, ben.stream, 'answers');
  expect(await ana.heard()).toEqual({ id: shared, answers: [desk.agentId] });
  const write = (as: Who, kind: string) =>
    desk.call('POST', `/conversations/${shared}/${kind}`, { as, body: { body_text: 'It is on its way.' } });
  await write('admin', 'messages');
  await write('agent', 'notes');
  await tell('agent', shared, ben.stream, 'answers');
  await write('agent', 'messages');
  expect(await ana.heard()).toEqual({ id: shared });
});

test('the sign goes soon after the stream has ended, and not at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { desk, shared, follow, tell } = await open();
  const [ana, ben] = [await follow('admin', 'answers'), await follow('agent', 'answers')];
  await tell('agent', shared, ben.stream, 'answers');
  await ana.heard();
  await ben.reader.cancel();
  vi.advanceTimersByTime(149);
  // The desk has another stream within that time, and tells again: nothing was to be seen of it.
  const back = await follow('agent', 'answers');
  await tell('agent', shared, back.stream, 'answers');
  await back.reader.cancel();
  const { presence } = desk.center.context;
  vi.advanceTimersByTime(149);
  expect(presence.on(shared)).toHaveLength(1);
  vi.advanceTimersByTime(2);
  expect(presence.on(shared)).toEqual([]);
  expect(await ana.heard()).toEqual({ id: shared });
  expect(desk.log.filter(line => line.includes('presence'))).toHaveLength(2);
});

test('the sign of an agent who is disabled goes as well', async () => {
  const { desk, shared, follow, tell } = await open();
  const [ana, ben] = [await follow('admin', 'answers'), await follow('agent', 'answers')];
  await tell('agent', shared, ben.stream, 'answers');
  expect(await ana.heard()).toEqual({ id: shared, answers: [desk.agentId] });
  await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: true } });
  expect(await ana.heard()).toEqual({ id: shared });
  expect((await tell('agent', shared, ben.stream, 'answers')).status).toBe(401);
});

test('it changes no version, and needs an open stream of one’s own', async () => {
  const { desk, shared, follow, tell } = await open();
  const before = await desk.call('GET', `/conversations/${shared}`);
  const [ana, ben] = [await follow('admin'), await follow('agent', 'answers')];
  expect((await tell('agent', shared, 'unknown', 'answers')).status).toBe(409);
  expect((await tell('agent', shared, ana.stream, 'answers')).status).toBe(409);
  expect((await tell('agent', shared, 'unknown')).status).toBe(204);
  expect((await tell('key', shared, ben.stream, 'answers')).status).toBe(403);
  expect((await tell('agent', shared, ben.stream, 'sleeps')).status).toBe(422);
  await tell('agent', shared, ben.stream, 'answers');
  const after = await desk.call('GET', `/conversations/${shared}`);
  expect([after.headers.get('etag'), after.body]).toEqual([before.headers.get('etag'), before.body]);
});

test('an event is at most 90 bytes, and without presence there is none', async () => {
  const { desk, shared, follow, tell } = await open();
  const [ana, ben, quiet] = [await follow('admin', 'reads'), await follow('agent'), await follow('admin')];
  await tell('agent', shared, ben.stream, 'answers');
  let block = '';
  while (!block.includes('presence')) block = (await ana.reader.block()) ?? 'presence';
  expect(`${block}\n\n`).toBe(`event: presence\ndata: {"id":${shared},"answers":[${desk.agentId}]}\n\n`);
  expect(Buffer.byteLength(block)).toBeLessThan(60);
  await desk.call('PUT', '/inboxes/1', { body: { name: 'Other' } });
  expect((await quiet.reader.event())?.name).toBe('inbox.changed');
});
