import { describe, expect, it } from 'vitest';
import { newsSteps } from '../../src/actions/list/news.ts';
import { derive, deriveAfter } from '../../src/state/changes/derive.ts';
import { createWorld } from '../../src/state/changes/store.ts';
import { emptyList, emptyWorld } from '../../src/state/empty-world.ts';
import { cursorTo, moveCursor } from '../../src/state/list/cursor.ts';
import { mark, markCount, range } from '../../src/state/list/marks.ts';
import { replacePending } from '../../src/state/operations/edit.ts';
import { inState } from '../../src/state/operations/operation.ts';
import { applyResponse } from '../../src/state/outbox/apply-response.ts';
import { unresolved } from '../../src/state/query/views.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { Conversation, PendingChange, World } from '../../src/state/world.ts';
import { safeLine, t } from '../../src/text/safe.ts';
import { keyNames } from '../harness/key-names.ts';
import { operationOf } from './operations.ts';
import { readsOf, watched } from './reads.ts';

function conversation(id: number): Conversation {
  return {
    id,
    title: safeLine(`Title ${id}`),
    conversation_status_id: 1,
    status: t`open`,
    inbox_id: 1,
    assign_to: null,
    disable_rating: false,
    tags: [],
    contacts: [],
    requester: null,
    archived: false,
    merged_into: null,
    message_count: 1,
    note_count: 0,
    preview: t``,
    created_at: id,
    updated_at: id,
    last_message_at: id,
    waiting_since: null,
    participants: [],
    unread: false,
    version: 1,
    messages: undefined,
  };
}
function worldOf(count: number): World {
  const world = emptyWorld(0, undefined, keyNames);
  const ids = Array.from({ length: count }, (_, index) => count - index);
  const conversations = IdMap.of(ids.map(id => [id, conversation(id)] as const));
  return derive({
    ...world,
    base: { ...world.base, conversations },
    list: { ...emptyList(unresolved), ids, asOf: 0 },
  });
}
function archive(id: number): PendingChange {
  return {
    key: `k${id}`,
    name: 'conversation.archive',
    args: { ids: [id] },
    at: 0,
    state: 'waiting',
    problem: null,
  };
}
/** The world with one more change. */
function withChange(world: World, change: PendingChange): World {
  return deriveAfter({ ...world, operations: [...world.operations, operationOf(change)] }, world);
}
/** A world whose list is watched. */
function watchedWorld(count: number): World {
  const world = worldOf(count);
  const { ids, rows } = world.list;
  return { ...world, list: { ...world.list, ids: watched(ids), rows: watched(rows) } };
}

describe('with 10,000 rows', () => {
  const small = watchedWorld(100);
  const big = watchedWorld(10_000);

  it('a thousand moves read as much as with 100, and copy no rows', () => {
    const scroll = (world: World) => () => {
      let { list } = world;
      for (let step = 0; step < 1_000; step += 1) list = moveCursor(list, step % 90 < 45 ? 1 : -1, 20);
      expect(list.rows).toBe(world.list.rows);
    };
    expect(readsOf(scroll(big))).toBe(readsOf(scroll(small)));
  });

  it('a mark copies no rows', () => {
    const list = mark(cursorTo(big.list, 5_000, 20), 20);
    expect(list.rows).toBe(big.list.rows);
    expect(list.ids).toBe(big.list.ids);
  });

  it('a move with a range open reads as much as with 100, however long the range', () => {
    const stretch = (world: World, from: number) => () => {
      let list = cursorTo(range(cursorTo(world.list, from, 20)), world.list.rows.length - 100 + from, 20);
      for (let step = 0; step < 500; step += 1) {
        list = moveCursor(list, step % 60 < 30 ? 1 : -1, 20);
        if (markCount(list) !== list.cursorIndex - from + 1) throw new Error('the range is counted wrongly');
      }
    };
    expect(readsOf(stretch(big, 10))).toBe(readsOf(stretch(small, 10)));
  });

  it('a key is told how many a range over all rows adds to the marks from one look at each', () => {
    const list = cursorTo(range(mark(big.list, 20)), 9_999, 20);
    expect(markCount(list)).toBe(10_000);
    expect(readsOf(() => void markCount(list))).toBeLessThanOrEqual(10_000);
  });

  it.each([0, 1])(
    'u finds the next row with news in one look at each, if the last of the list has it or none (%i)',
    news => {
      const rows = Array.from({ length: 2_000 }, (_, index) => [10_000 - index, conversation(10_000 - index)] as const);
      const held = IdMap.of(news === 0 ? rows : [...rows, [1, { ...conversation(1), unread: true }] as const]);
      const me = { id: 1, name: t`Ana`, email: t``, role: 'agent', disabled: false } as const;
      const world = { ...big, me, base: { ...big.base, conversations: held } };
      const [next] = newsSteps;
      const why = () => next!.unavailable!(world);
      expect(why()).toEqual(news === 0 ? expect.stringContaining('No loaded') : undefined);
      expect(readsOf(() => void why())).toBeLessThanOrEqual(15_000);
    },
  );

  it('a change, and its answer, touch only their conversation, and look at each row a few times', () => {
    const at = { ...big, list: cursorTo(big.list, 5_000, 20) };
    const id = at.list.cursorId!;
    const after = withChange(at, archive(id));
    expect([after.patch.conversations.size, after.base]).toEqual([1, at.base]);
    expect([after.list.rows.length, after.list.cursorIndex, after.list.cursorId]).toEqual([9_999, 5_000, id - 1]);
    expect(readsOf(() => void withChange(at, archive(id)))).toBeLessThan(2 * 10_000);
    const answer = { conversations: [{ ...conversation(id), archived: true }], refused: [] };
    const shown = { ...after, list: { ...after.list, rows: watched(after.list.rows) } };
    const derived = () => deriveAfter(applyResponse(shown, shown.pending[0]!, answer), shown);
    expect(readsOf(derived)).toBeLessThan(3 * 10_000);
  });

  it('a change that is being sent derives nothing again', () => {
    const before = withChange(big, archive(5));
    const sent = replacePending(before.operations, 'k5', one => [inState(one, { state: 'sending' })]);
    const after = deriveAfter({ ...before, operations: sent }, before);
    expect(after.pending).toMatchObject([{ key: 'k5', state: 'sending' }]);
    expect([after.patch === before.patch, after.list === before.list]).toEqual([true, true]);
  });

  it('a change that leaves the rows as they are keeps the same row objects', () => {
    const tag = { ...archive(5), name: 'conversation.tag', args: { ids: [5], tags: ['vip'] } };
    expect(withChange(big, tag).list.rows).toBe(big.list.rows);
  });
});

describe('a change of 1,000 conversations among 10,000', () => {
  it('is shown, answered, undone and answered again in a few looks at each of them', () => {
    const store = createWorld(watchedWorld(10_000));
    const changed = store.getState().list.rows.slice(0, 1_000);
    const ids = watched(changed);
    const pending = { ...archive(1), args: { ids } };
    const back = { ...pending, key: 'back', name: 'conversation.restore' };
    const answered = (archived: boolean) => changed.map(id => ({ ...conversation(id), archived }));
    const steps: readonly ((world: World) => World)[] = [
      world => ({ ...world, operations: [operationOf(pending)] }),
      world => applyResponse(world, pending, { conversations: watched(answered(true)), refused: [] }),
      world => ({ ...world, operations: [operationOf(back)] }),
      world => applyResponse(world, back, { conversations: watched(answered(false)), refused: [] }),
    ];
    const lengths = steps.map(step => {
      const { list } = store.getState();
      store.setState({ list: { ...list, rows: watched(list.rows) } });
      expect(readsOf(() => store.setState(step(store.getState())))).toBeLessThan(6 * 10_000);
      return store.getState().list.rows.length;
    });
    expect(lengths).toEqual([9_000, 9_000, 10_000, 10_000]);
  });
});

describe('a map of ids', () => {
  it('returns copies and keeps the original', () => {
    const one = IdMap.of<string>([
      [1, 'a'],
      [2, 'b'],
      [513, 'c'],
      [-4, 'd'],
    ] as const);
    const two = one
      .with([
        [1, 'z'],
        [7, 'e'],
      ] as const)
      .without([2, 99]);
    expect([one.size, one.get(1), one.has(2)]).toEqual([4, 'a', true]);
    expect([two.size, two.get(1), two.has(2), two.get(-4)]).toEqual([4, 'z', false, 'd']);
    expect([...two.keys()].sort((a, b) => a - b)).toEqual([-4, 1, 7, 513]);
    expect([...two].length).toBe([...two.values()].length);
    expect(one.with([])).toBe(one);
    expect(one.without([99])).toBe(one);
  });
});
