import { expect, test } from 'vitest';
import type { World } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { press as pressOn } from '../../harness/press.ts';
import { draw, rowsOf } from '../screen.tsx';
import { fakeDesk, sampleWorld } from '../world.ts';

const SIZE = { columns: 120, rows: 36 };
function rowOf(rows: readonly string[], id: number) {
  return rows.find(row => row.includes(` ${id} `))!.split('│')[1]!;
}
const drafts: World['drafts'] = new Map([
  ['note:1041', { text: 'Called her.' }],
  ['title:1031', { text: 'Code' }],
]);

test('a row with a draft has a sign, before that of news, and nothing else changes', () => {
  const plain = rowsOf(fakeDesk(sampleWorld(SIZE)).desk);
  const signed = rowsOf(fakeDesk(sampleWorld(SIZE, { drafts })).desk);
  expect(rowOf(plain, 1041)).toMatch(/^ {2}● 1041 Zoë Quinn /);
  expect(rowOf(signed, 1041)).toBe(rowOf(plain, 1041).replace('●', '~'));
  expect(rowOf(signed, 1031)).toBe(rowOf(plain, 1031).replace(/^ {3}/, '  ~'));
  expect(signed.filter((row, index) => row !== plain[index])).toHaveLength(2);
});

test('an answer that is sent later has a sign, before that of a customer who waits', () => {
  const world = sampleWorld(SIZE);
  const row = { ...world.base.conversations.get(1039)!, deliver_at: world.now + 3_600_000 };
  const conversations = world.base.conversations.with([[1039, row]]);
  const rows = rowsOf(fakeDesk({ ...world, base: { ...world.base, conversations } }).desk);
  expect(rowOf(rows, 1039)).toMatch(/^ {2}⧖ 1039 /);
});

test('the sign comes and goes with the box, not with a letter', async () => {
  const { desk } = fakeDesk(sampleWorld(SIZE, { drafts }));
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  const screen = draw(desk);
  const press = async (...names: string[]) => {
    pressOn(desk, ...names);
    await screen.settle();
    return [1042, 1041].map(id => rowOf(screen.rows(), id).slice(0, 3));
  };
  const before = [1042, 1041].map(id => rowOf(screen.rows(), id).slice(0, 3));
  expect(before.map(sign => sign.slice(2))).toEqual([' ', '~']);
  expect((await press('note.write')).map(sign => sign.slice(2))).toEqual([' ', '~']);
  expect((await press('H')).map(sign => sign.slice(2))).toEqual([' ', '~']);
  expect((await press('esc')).map(sign => sign.slice(2))).toEqual(['~', '~']);
  screen.end();
});

test.each([true, false])('a bar from the mark to the number, stacked (%s) or not', isStacked => {
  const { desk } = fakeDesk(sampleWorld(SIZE, { isStacked, news: new Set() }));
  const screen = draw(desk);
  expect(screen.raw()).toContain('\x1b[53m \x1b[55m\x1b[7m   1042\x1b[27m Zoë Quinn');
  screen.end();
});

test.each([
  ['slow', true, false],
  ['slow', false, true],
  ['fast', true, true],
] as const)(
  '%s, stacked (%s): a row that came since the cursor rested is drawn whole (%s)',
  (link, isStacked, isWhole) => {
    const { desk } = fakeDesk(sampleWorld({ columns: 80, rows: 24 }, { link, isStacked }));
    const { list } = desk.world();
    desk.set({ list: { ...list, top: 2, restedTop: 0, cursorIndex: 8, cursorId: list.rows[8]! } });
    const shown = rowsOf(desk);
    const hasAge = (id: number) => /(?:\d+[mh]|yst) *(?:│|$)/.test(shown.find(row => row.includes(` ${id} `))!);
    expect([1039, 1022].map(hasAge)).toEqual([true, isWhole]);
  },
);

test('a row says no status that is usual: the word stands out where there is one', () => {
  const world = sampleWorld({ columns: 120, rows: 50 }, { news: new Set(), isStacked: true });
  const { desk } = fakeDesk(world);
  const known = world.base.conversations.get(1041)!;
  const held = { ...known, conversation_status_id: 3, status: t`in progress` };
  const statuses = [...world.base.statuses, { id: 3, name: t`in progress`, kind: 'custom' as const }];
  desk.set({ base: { ...world.base, statuses, conversations: world.base.conversations.with([[1041, held]]) } });
  const [unusual, usual] = [1041, 1042].map(id => rowsOf(desk).find(row => row.includes(` ${id} `)));
  expect(unusual).toContain('in progress');
  expect(usual).not.toContain('open');
});
