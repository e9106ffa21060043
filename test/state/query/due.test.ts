import { beforeAll, expect, it } from 'vitest';
import { dueWords } from '../../../src/state/conversation/due.ts';
import { waitsText } from '../../../src/state/list/words.ts';
import { completionAt } from '../../../src/state/query/complete.ts';
import { parseQuery, queryText, queryTitle } from '../../../src/state/query/language.ts';
import { matchesQuery } from '../../../src/state/query/match.ts';
import { toFilter } from '../../../src/state/query/to-filter.ts';
import { flagNames, knownKeys, knownSorts } from '../../../src/state/query/values.ts';
import type { Conversation, Query, World } from '../../../src/state/world.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const MINUTE_MS = 60_000;

/** Of a help center without targets, and of one whose inboxes have one. */
let bare: World;
let world: World;
beforeAll(async () => {
  bare = (await openDesk([row(1, { unread: false })])).desk.world();
  const inboxes = bare.base.inboxes.map(inbox => ({ ...inbox, answer_within: 60 }));
  world = { ...bare, base: { ...bare.base, inboxes } };
});

function queryOf(text: string): Query {
  const read = parseQuery(text, world);
  if ('problem' in read) throw new Error(read.problem);
  return read.query;
}

function waiting(dueInMinutes: number | null, more: Partial<Conversation> = {}): Conversation {
  const due_at = dueInMinutes === null ? null : world.now + dueInMinutes * MINUTE_MS;
  return { ...world.base.conversations.get(1)!, waiting_since: world.now - 9 * MINUTE_MS, due_at, ...more };
}

it.each([
  ['is:late', { late: '1' }],
  ['due:2h', { due_within: 120 }],
  ['due:40m is:late', { due_within: 40, late: '1' }],
  ['is:due', { due_within: 527_040 }],
  ['sort:due', { due_within: 527_040, sort: 'due_at.asc' }],
  ['-is:late', { not: { late: '1' } }],
  ['-is:due', { not: { due_within: 527_040 } }],
])('%s asks the help center so', (text, filter) => {
  expect(toFilter(queryOf(text), world)).toEqual(expect.objectContaining(JSON.parse(JSON.stringify(filter))));
  expect(queryOf(queryText(queryOf(text), world))).toEqual(queryOf(text));
});

it('tells by a row what is late and due, as long as its customer waits', () => {
  const found = (text: string, one: Conversation) => matchesQuery(queryOf(text), one, world);
  const all = ['is:due', 'is:late', 'due:2h', '-is:late', 'sort:due'];
  expect(all.map(text => found(text, waiting(-1)))).toEqual([true, true, true, false, true]);
  expect(all.map(text => found(text, waiting(120)))).toEqual([true, false, true, true, true]);
  expect(all.map(text => found(text, waiting(121)))).toEqual([true, false, false, true, true]);
  for (const other of [waiting(null), waiting(-1, { waiting_since: null })])
    expect(all.map(text => found(text, other))).toEqual([false, false, false, true, false]);
});

it('says in words when an answer is due, in place of how long its customer waits', () => {
  expect([40, 120, 3_000].map(minutes => waitsText(waiting(minutes), world.now))).toEqual([
    'due 40 m',
    'due 2 h',
    'due 2 days',
  ]);
  expect(waitsText(waiting(-120), world.now)).toBe('late 2 h');
  expect(dueWords(world.now, world.now)).toBe('late 1 m');
  expect(waitsText(waiting(null), world.now)).toBe('waits 9 m');
  expect(waitsText(waiting(-5, { waiting_since: null }), world.now)).toBe('');
});

it('names them in the head of a list', () => {
  expect(queryTitle(queryOf('due:90m'), world)).toBe('All · due in 90m');
  expect(queryText(queryOf('due:120m'), world)).toBe('due:2h');
});

it.each(['due:2', 'due:0h', 'due:soon', 'due:999d'])('refuses %s', text => {
  expect(parseQuery(text, world)).toMatchObject({ hint: 'Use 40m, 2h or 1d.' });
});

it('offers these words once an inbox has a target', () => {
  const offered = (of: World) => [...knownKeys(of), ...knownSorts(of), ...flagNames(of)].map(String);
  const words = ['due', 'due', 'due', 'late'];
  expect(offered(bare).filter(name => words.includes(name))).toEqual([]);
  expect(offered(world).filter(name => words.includes(name))).toEqual(words);
  const { found } = completionAt({ text: 'due:', cursor: 4 }, world);
  expect(found.map(({ name }) => name)).toEqual(['40m', '2h', '1d']);
});
