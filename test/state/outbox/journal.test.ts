import { expect, test } from 'vitest';
import { undoneWith } from '../../../src/state/journal/stands-on.ts';
import { redo, undoThese } from '../../../src/state/journal/undo.ts';
import { stateWords, takingBackLines } from '../../../src/state/journal/words.ts';
import { journalOf } from '../../../src/state/operations/operation.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { readRows } from '../../../src/state/sync/refresh.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

function entries({ desk }: Bench) {
  return journalOf(desk.world().operations);
}
function said({ desk }: Bench, at: number) {
  return takingBackLines(desk.world(), entries({ desk } as Bench)[at]!, desk.now()).slice(1);
}
function open(ids = [1, 2, 3]) {
  return openDesk(fakeCenter(ids.map(id => row(id))));
}

test('each entry says what became of it', async () => {
  const bench = await open();
  const { desk, center } = bench;
  center.refusals.set(2, { status: 403, message: 'You may not.' });
  desk.commit('conversation.archive', { ids: [1] });
  desk.commit('conversation.assign', { ids: [2, 3], assign_to: 1 });
  desk.commit('conversation.merge', { ids: [3], into: 1 });
  await bench.idle();
  expect(entries(bench).map(one => stateWords(one))).toEqual(['sent', 'refused 1', 'held']);
  desk.undo();
  undoThese(desk, [entries(bench)[0]!]);
  await bench.idle();
  expect(entries(bench).map(one => stateWords(one))).toEqual(['taken back', 'refused 1', 'taken back']);
  expect(center.conversations.get(1)!.archived).toBe(false);
});

test('an act that was sent for good keeps those before it, and the reason names it', async () => {
  const bench = await open();
  const { desk, clock } = bench;
  desk.commit('conversation.assign', { ids: [3], assign_to: 1 });
  await bench.idle();
  desk.commit('conversation.merge', { ids: [3], into: 1 });
  clock.advance(11_000);
  await bench.idle();
  expect('final' in undoneWith(desk.world(), entries(bench)[0]!)).toBe(true);
  expect(said(bench, 0)).toEqual([expect.stringMatching(/^It stays: .* Merged #3 into #1 came after it, and cannot/)]);
  expect(said(bench, 1)).toEqual(['It cannot be taken back.']);
});

test('later changes of others stay as they are, and the question says so', async () => {
  const bench = await open();
  const { desk, center } = bench;
  desk.commit('conversation.archive', { ids: [1, 2] });
  await bench.idle();
  center.change(2, { archived: false });
  await readRows(desk, [1, 2]);
  expect(said(bench, 0)).toEqual(['#2 Title 2', 'Changed by others since, stays as it is: #2.']);
  undoThese(desk, entries(bench));
  expect(desk.world().notice?.text).toContain('Undone 1 of 2');
});

test('an act that was taken back before other work is made again from the journal, though Z no longer reaches it', async () => {
  const bench = await open();
  const { desk, center } = bench;
  desk.commit('conversation.archive', { ids: [1] });
  desk.undo();
  desk.commit('conversation.assign', { ids: [2], assign_to: 1 });
  desk.redo();
  expect(desk.world().notice?.text).toBe('Nothing to redo.');
  redo(desk, entries(bench)[0]);
  await bench.idle();
  expect(center.conversations.get(1)!.archived).toBe(true);
});

test('an entry older than the settings say is forgotten at the next start, unless it waits', async () => {
  const storage = memoryStorage();
  const center = fakeCenter([row(1)]);
  const bench = await openDesk(center, { storage });
  bench.desk.commit('conversation.archive', { ids: [1] });
  await bench.idle();
  bench.link = 'down';
  bench.desk.commit('conversation.assign', { ids: [1], assign_to: 1 });
  await bench.idle();
  bench.desk.stop();
  bench.clock.advance(3 * 86_400_000);
  const next = await openDesk(center, { storage, clock: bench.clock, isLoaded: false, journalMs: 2 * 86_400_000 });
  expect(entries(next).map(({ title }) => String(title))).toEqual(['Assigned #1 to Ana Ortiz']);
});

test('z after a refusal says that nothing came of it, and only the next one reaches what was done before', async () => {
  const bench = await open();
  const { desk, center } = bench;
  desk.commit('conversation.archive', { ids: [1] });
  await bench.idle();
  center.refusals.set(2, { status: 403, message: 'You may not.' });
  desk.commit('note.add', { ids: [2], details: 'Called her.' });
  await bench.idle();
  desk.undo();
  await bench.idle();
  expect(center.conversations.get(1)!.archived).toBe(true);
  expect(desk.world().notice?.text).toMatch(/#2: refused, nothing to take back · z again undoes: Archived/);
  expect(desk.world().refused).toHaveLength(1);
  desk.undo();
  await bench.idle();
  expect(center.conversations.get(1)!.archived).toBe(false);
});
