import { expect, test } from 'vitest';
import { everything, sortedBy } from '../../../src/state/query/views.ts';
import type { World } from '../../../src/state/world.ts';
import { rowsOf } from '../screen.tsx';
import { fakeDesk, sampleWorld } from '../world.ts';

const MINUTE_MS = 60_000;
const SIZE = { columns: 120, rows: 36 };

/** A world in which the answer in one conversation is due in so many minutes. */
function withDue(id: number, minutes: number): World {
  const world = sampleWorld(SIZE);
  const known = world.base.conversations.get(id)!;
  const due = { ...known, waiting_since: world.now - 90 * MINUTE_MS, due_at: world.now + minutes * MINUTE_MS };
  return sampleWorld(SIZE, {
    base: { ...world.base, conversations: world.base.conversations.with([[id, due]]) },
  });
}

function rowOf(world: World, id: number): string {
  return rowsOf(fakeDesk(world).desk)
    .find(row => row.includes(` ${id} `))!
    .split('│')[1]!
    .trimEnd();
}

test('a row says that its answer is late, in every list', () => {
  expect(rowOf(withDue(1041, -30), 1041)).toMatch(/ late$/);
  expect(rowOf(withDue(1041, 30), 1041)).toBe(rowOf(sampleWorld(SIZE), 1041));
});

test('a list by due times says how long until then', () => {
  const world = withDue(1041, 40);
  const list = { ...world.list, query: sortedBy(everything, 'due') };
  expect(rowOf({ ...world, list }, 1041)).toMatch(/ 40m$/);
});

test('the head says so in words', () => {
  const world = sampleWorld(SIZE);
  const shown = world.detail.conversationId!;
  expect(rowsOf(fakeDesk(withDue(shown, 40)).desk).join('\n')).toContain('due 40 m');
  expect(rowsOf(fakeDesk(withDue(shown, -130)).desk).join('\n')).toContain('late 2 h');
});
