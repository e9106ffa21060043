import { expect, it } from 'vitest';
import { createWorld } from '../../../src/state/changes/store.ts';
import { emptyList, emptyWorld } from '../../../src/state/empty-world.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { PendingChange } from '../../../src/state/world.ts';
import { keyNames } from '../../harness/key-names.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';
import { operationOf } from '../operations.ts';

const archive: PendingChange = {
  key: 'a',
  name: 'conversation.archive',
  args: { ids: [1] },
  at: 0,
  state: 'waiting',
  problem: null,
};

async function listedStore() {
  const { desk } = await openDesk(fakeCenter([row(1), row(2)]));
  const world = emptyWorld(0, undefined, keyNames);
  const store = createWorld({ ...world, me: desk.world().me, list: emptyList(unresolved) });
  const conversations = desk.world().base.conversations;
  store.setState({ base: { ...world.base, conversations }, list: { ...emptyList(unresolved), ids: [2, 1], asOf: 0 } });
  return store;
}

it('derived values follow the base, the operations and the list, with any writer', async () => {
  const store = await listedStore();
  expect(store.getState().list.rows).toEqual([2, 1]);
  store.setState({ operations: [operationOf(archive)] });
  expect([store.getState().list.rows, conversationOf(store.getState(), 1)?.archived]).toEqual([[2], true]);
  store.setState({ list: { ...store.getState().list, ids: [1] } });
  expect(store.getState().list.rows).toEqual([]);
  store.setState({ operations: [] });
  expect([store.getState().list.rows, conversationOf(store.getState(), 1)?.archived]).toEqual([[1], false]);
  store.setState({ base: { ...store.getState().base, conversations: IdMap.empty() } });
  expect(conversationOf(store.getState(), 1)).toBeUndefined();
});

it('a derived value stays the same object while nothing that it depends on changes', async () => {
  const store = await listedStore();
  store.setState({ operations: [operationOf(archive)] });
  const { patch, list } = store.getState();
  store.setState({ notice: null, list: { ...list, cursorIndex: 0 } });
  expect([store.getState().patch, store.getState().list.rows]).toEqual([patch, list.rows]);
  expect(store.getState().patch).toBe(patch);
});
