import { expect, test } from 'vitest';
import type { Conversation, Earlier, World } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { press as pressOn } from '../../harness/press.ts';
import { draw, rowsOf } from '../screen.tsx';
import { fakeDesk, sampleWorld } from '../world.ts';

const SIZE = { columns: 120, rows: 36 };

function pressing(more: Partial<World>, ...names: readonly string[]) {
  const { desk } = fakeDesk(sampleWorld(SIZE, more));
  pressOn(desk, ...names);
  return desk;
}
function headOf(more: Partial<World>, ...names: readonly string[]): string {
  return (
    rowsOf(pressing(more, ...names))[0]
      ?.split('│')
      .at(-1) ?? ''
  );
}

test('until the detail follows the cursor, its head has a sign before the old number; over a slow link the list has one', () => {
  expect(headOf({})).toMatch(/^ #1042 Refund/);
  expect(headOf({}, 'cursor.down')).toMatch(/^…#1042 Refund/);
  expect(headOf({}, 'cursor.down', 'cursor.up')).toMatch(/^ #1042 Refund/);
  expect(headOf({ link: 'slow' }, 'cursor.down')).toMatch(/^ #1042 Refund/);
});

test('in a narrow pane only its number says that the detail has not followed yet', () => {
  const narrow = { viewport: sampleWorld({ columns: 80, rows: 24 }).viewport };
  expect(headOf(narrow, 'cursor.down')).toMatch(/^ #1042/);
});

test('a find is counted in the head, and Esc takes the count and the highlights away', () => {
  const find = ['detail.find', ...'parcel', 'enter'];
  const raw = (...names: readonly string[]): string => {
    const drawn = draw(pressing({ pane: 'detail' }, ...names));
    const frame = drawn.raw();
    drawn.end();
    return frame;
  };
  expect(rowsOf(pressing({ pane: 'detail' }, ...find)).join('\n')).toContain('“parcel” 1 of 2 ─');
  expect(rowsOf(pressing({ pane: 'detail' }, ...find, 'find.next')).join('\n')).toContain('“parcel” 2 of 2 ─');
  const [inverse, underlined] = ['\u001b[7mparcel\u001b[27m', '\u001b[4mparcel\u001b[24m'];
  expect(raw(...find).split(inverse)).toHaveLength(2);
  expect(raw(...find).split(underlined)).toHaveLength(2);
  expect(raw(...find, 'esc')).not.toContain(inverse);
  expect(raw(...find, 'esc')).not.toContain(underlined);
  expect(raw(...find, 'esc')).not.toContain('“parcel”');
});

test('the team’s note about the customer stands in the rule below the head, on one line', () => {
  const { desk } = fakeDesk(sampleWorld(SIZE));
  const { base } = desk.world();
  const noted = { ...base.conversations.get(1042)!, requester_note: safeBlock('Pays by invoice.\nCall first.') };
  const more = { base: { ...base, conversations: base.conversations.with([[noted.id, noted]]) } };
  expect(rowsOf(pressing(more))[3]).toContain('│  “Pays by invoice. Call first.” ─────');
  const long = { ...noted, requester_note: safeBlock('Pays '.repeat(60)) };
  const [row] = rowsOf(pressing({ base: { ...base, conversations: base.conversations.with([[1042, long]]) } })).slice(
    3,
  );
  expect(row).toMatch(/│ {2}“Pays Pays [^│]*… $/);
});

/** The lines of #1042, with more of the conversation and its thread. */
function linesWith(conversation: Partial<Conversation>, earlier?: Earlier): readonly string[] {
  const { base } = sampleWorld(SIZE);
  const { earlier: _, ...thread } = base.threads.get(1042)!;
  const more = {
    conversations: base.conversations.with([[1042, { ...base.conversations.get(1042)!, ...conversation }]]),
    threads: base.threads.with([[1042, { ...thread, ...(earlier && { earlier }) }]]),
  };
  return rowsOf(pressing({ base: { ...base, ...more } }));
}

test('the rule names the customer’s earlier conversations, if there are any', () => {
  const last = {
    id: 198,
    title: safeLine('Refund'),
    status: safeLine('closed'),
    closed_at: Date.UTC(2026, 10, 12, 12),
  };
  expect(linesWith({}, { count: 3, last })[3]).toContain('│  4th conversation · last: #198, closed 12 Nov ─');
  expect(linesWith({})[3]).toMatch(/│ ─+$/);
});

test('below a list, without a rule, note and earlier conversations stand behind the people as far as there is room', () => {
  const headWith = (columns: number, requester_note: string) => {
    const { base, ...world } = sampleWorld({ columns, rows: 24 }, { isStacked: true });
    const noted = { ...base.conversations.get(1042)!, tags: [], requester_note: safeBlock(requester_note) };
    const { desk } = fakeDesk({ ...world, base: { ...base, conversations: base.conversations.with([[1042, noted]]) } });
    const rows = rowsOf(desk);
    return rows[rows.findIndex(row => row.startsWith(' #1042')) + 1];
  };
  expect(headWith(80, 'Pays by invoice.')).toMatch(/^ Zoë Quinn .* · “Pays by invoice\.”/);
  expect(headWith(80, 'Pays '.repeat(60))).toMatch(/^ Zoë Quinn .* · “Pays [^│]*…$/);
});

test('a followed conversation says so, and one that goes on from another names it', () => {
  const own = { tags: [], assign_to: null };
  expect(linesWith({ ...own, followed: true })[2]).toContain(' · unassigned · followed');
  expect(linesWith({ ...own, linked: [7] })[2]).toContain(' · unassigned · continues #7');
  expect(linesWith({ ...own, linked: [1050] })[2]).toContain(' · unassigned · goes on in #1050');
});

test('the head says that the assignee is away, until they are back', () => {
  const { base, now } = sampleWorld(SIZE);
  const withBob = { ...base.conversations.get(1042)!, assign_to: 2 };
  const headFor = (back_at: number) => {
    const agents = base.agents.map(one => (one.id === 2 ? { ...one, back_at } : one));
    return headOf({ base: { ...base, agents, conversations: base.conversations.with([[1042, withBob]]) } });
  };
  expect([headFor(now + 1), headFor(now)]).toEqual([
    expect.stringContaining('Bob Stone away'),
    expect.not.stringContaining('away'),
  ]);
});
