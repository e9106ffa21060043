import { expect, test } from 'vitest';
import { readEvents } from '../../../src/state/sync/event-stream.ts';

function streamOf(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: controller => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}

async function read(...pieces: string[]) {
  let signs = 0;
  const events = [];
  for await (const event of readEvents(streamOf(...pieces), () => {
    signs += 1;
  }))
    events.push(event);
  return { events, signs };
}

const changed = 'id: 7\nevent: conversation.changed\ndata: {"ids":[12,14]}\n\n';

test.each([
  ['in one piece', [changed]],
  ['letter by letter', [...changed]],
  ['with lines that end as in mail', [changed.replaceAll('\n', '\r\n')]],
  ['after a comment', [`: hello\n${changed}`]],
])('an event is read %s', async (_how, pieces) => {
  const { events, signs } = await read(...pieces);
  expect(events).toEqual([{ id: '7', name: 'conversation.changed', ids: [12, 14], isRing: false }]);
  expect(signs).toBe(pieces.length);
});

test.each([
  ['a sign of life', 'id: 9\n:\n\n', { id: '9', name: '', ids: [], isRing: false }],
  [
    'an inbox with its conversations',
    'event: inbox.changed\ndata: {"ids":[1],"conversation_ids":[5]}\n\n',
    { id: undefined, name: 'inbox.changed', ids: [5], isRing: false },
  ],
  [
    'a customer’s message that rings',
    'data: {"ids":[3],"rings":[3]}\n\n',
    { id: undefined, name: 'message', ids: [3], isRing: true },
  ],
  ['rings that name none', 'data: {"rings":[]}\n\n', { id: undefined, name: 'message', ids: [], isRing: false }],
  ['data over two lines', 'data: {"ids":\ndata: [3]}\n\n', { id: undefined, name: 'message', ids: [3], isRing: false }],
  ['data that is not JSON', 'data: \x1b]0;x\n\n', { id: undefined, name: 'message', ids: [], isRing: false }],
  [
    'ids that are none',
    'data: {"ids":["12",{},1e99,null,4]}\n\n',
    { id: undefined, name: 'message', ids: [4], isRing: false },
  ],
])('%s is understood as far as it goes', async (_what, text, event) => {
  expect((await read(text)).events).toEqual([event]);
});

test('an event that never ends is given up, and one that is cut off is not an event', async () => {
  expect((await read(...Array.from({ length: 5 }, () => 'x'.repeat(300_000)), '\n\n')).events).toEqual([]);
  expect((await read(changed, 'id: 8\nevent: conversation.cha')).events).toHaveLength(1);
});

test.each([
  ['a line without an end', () => 'x'.repeat(65_536)],
  ['data without an end', (index: number) => (index === 0 ? 'data: ' : 'x'.repeat(65_536))],
  ['an event of ever more data', () => `data: ${'x'.repeat(65_536)}\n`],
  ['names and no event', () => 'event: conversation.changed\n'.repeat(2_000)],
])('a stream is left after 1 MiB of %s', async (_what, piece) => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: controller => {
      const text = piece(sent === 0 ? 0 : 1);
      sent += text.length;
      if (sent > 8_000_000) controller.close();
      else controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const events = [];
  for await (const event of readEvents(body, () => {})) events.push(event);
  expect(events).toEqual([]);
  expect(sent).toBeGreaterThan(1_048_576);
  expect(sent).toBeLessThan(1_400_000);
});

test('a stream that has only comments is alive', async () => {
  const comments = Array.from({ length: 40 }, () => `: ${'x'.repeat(65_536)}\n\n`);
  const { events, signs } = await read(...comments, changed);
  expect([events.length, signs]).toEqual([1, 41]);
});

test('a byte order mark, a line that ends in two pieces and many events in one are read', async () => {
  const crlf = changed.replaceAll('\n', '\r\n');
  expect((await read('\ufeff', crlf.slice(0, -1), crlf.slice(-1), crlf)).events).toHaveLength(2);
  expect((await read(changed.repeat(50))).events).toHaveLength(50);
});
