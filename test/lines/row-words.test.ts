import { expect, test } from 'vitest';
import { cutBytes } from '../../src/lines/words/row-words.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import { safeLine } from '../../src/text/safe.ts';
import { agent, conversation, fakeDesk, NOW, sampleWorld } from '../ui/world.ts';
import { talkWith } from './talk-with.ts';

const DAY = 24 * 60 * 60_000;
const LONG = 'Where is the parcel that I have ordered three weeks ago and that should be here since Monday? '.repeat(3);
const TEXTS = [
  ['long', LONG],
  ['wide', '配送先を変更したいのですが、'.repeat(20)],
  ['right to left', 'أين الطرد الذي طلبته منذ ثلاثة أسابيع '.repeat(10)],
  ['joined', '👩‍👩‍👧‍👦'.repeat(60)],
  ['marked', 'e\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308'.repeat(60)],
  ['without blanks', 'x'.repeat(500)],
] as const;

/** A desk whose second row has this text wherever a person can write one. */
function deskWith(text: string) {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const second = conversation(123_456_789, text, {
    requester: { id: 5, name: safeLine(text), email: safeLine(`${'long'.repeat(15)}@customer.example`) },
    assign_to: 9,
    archived: true,
    unread: true,
    waiting_since: NOW - 300 * DAY,
    conversation_status_id: 3,
  });
  const first = conversation(1042, 'First');
  const rows = [first.id, second.id];
  const conversations = IdMap.of([first, second].map(one => [one.id, one] as const));
  const agents = [...world.base.agents, agent(9, text)];
  return fakeDesk({
    ...world,
    base: { ...world.base, agents, conversations },
    list: { ...world.list, ids: rows, rows, marks: new Set(rows), newAbove: [] },
  }).desk;
}

test.for(TEXTS)('a step to the next row costs at most 200 bytes with its prompt: %s', async ([, text]) => {
  const talking = talkWith(deskWith(text));
  const first = talking.written().length;
  const said = await talking.type('next');
  expect(said).toContain('123456789');
  expect(said).toMatch(/^marked, .*: 123456789, .*, from .*, assigned to .*\.\n$/);
  expect(Buffer.byteLength(talking.written().slice(first))).toBeLessThanOrEqual(200);
});

test('the last row is said again, as the last one', async () => {
  const talking = talkWith(deskWith(LONG));
  const next = await talking.type('next');
  const again = await talking.type('j');
  expect(again).toBe(`No further: ${next}`);
  expect(Buffer.byteLength(`${again}> `)).toBeLessThanOrEqual(200);
});

test.for([
  ['as it is', 20, 'as it is'],
  ['a parcel is missing', 13, 'a parcel...'],
  ['abcdefghijklmnop', 10, 'abcdefg...'],
  ['配送先を変更', 12, '配送先...'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 20, '...'],
] as const)('“%s” in %s bytes is “%s”', ([text, bytes, cut]) => {
  expect(cutBytes(safeLine(text), bytes)).toBe(cut);
});
