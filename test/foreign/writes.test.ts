import { describe, expect, test } from 'vitest';
import type { ChangeName } from '../../src/state/change.ts';
import { refresh } from '../../src/state/sync/refresh.ts';
import { loadConversations, openConversation } from '../../src/state/sync/thread.ts';
import { type ForeignBench, openForeignDesk } from './bench.ts';
import type { ForeignCenter } from './center/help-center.ts';
import { partsOf } from './center/store.ts';
import { FREEDOMS, type Variant } from './center/variant.ts';
import { heldOf, shownOf } from './same.ts';

const ONE = 101;
const OTHER = 102;

function fill({ conversation }: ForeignCenter): void {
  conversation('A late parcel', { id: ONE, tags: ['parcel'], assignTo: 8 });
  conversation('A wrong bill', { id: OTHER, statusId: 12, archived: false, tags: ['bill', 'parcel'] });
}

type Case = readonly [name: ChangeName, args: object];
const CHANGES: readonly Case[] = [
  ['note.add', { ids: [ONE], details: 'Called her.' }],
  ['conversation.tag', { ids: [ONE, OTHER], tags: ['vip'] }],
  ['conversation.untag', { ids: [ONE, OTHER], tags: ['parcel'] }],
  ['conversation.archive', { ids: [ONE] }],
  ['conversation.archive', { ids: [ONE, OTHER] }],
  ['conversation.assign', { ids: [ONE], assign_to: 7 }],
  ['conversation.assign', { ids: [ONE, OTHER], assign_to: null }],
  ['conversation.status', { ids: [ONE], conversation_status_id: 12 }],
  ['conversation.move', { ids: [ONE, OTHER], inbox_id: 22 }],
  ['conversation.title', { ids: [ONE], title: 'A parcel that came late' }],
  ['conversation.rating', { ids: [ONE, OTHER], disable_rating: true }],
  ['contact.add', { ids: [ONE], contact_id: 42, name: 'Ruth Amsel', email: null }],
];
const MERGE: Case = ['conversation.merge', { ids: [OTHER], into: ONE }];

function notesOf({ center: { store } }: ForeignBench): readonly string[] {
  return partsOf(store.notes, ONE).map(({ details }) => details);
}

const WRITES = FREEDOMS.writes.flatMap(writes =>
  [...CHANGES, MERGE].map(change => [writes, change[0], change] as [Variant['writes'], string, Case]),
);

async function open(variant: Partial<Variant>): Promise<ForeignBench> {
  const bench = await openForeignDesk({ one: 'bare', ...variant }, { fill });
  await openConversation(bench.desk, ONE);
  await loadConversations(bench.desk, [OTHER]);
  await bench.idle();
  return bench;
}

async function make(bench: ForeignBench, [name, args]: Case): Promise<void> {
  bench.desk.commit(name, args as never);
  await bench.idle();
}

describe('a write to a help center that is not ours', () => {
  test.for(WRITES)('answered with “%s”, is confirmed: %s', async ([writes, , change]) => {
    const bench = await open({ writes });
    await make(bench, change);
    await bench.pass();
    const { desk } = bench;
    expect([desk.world().pending, desk.world().refused]).toEqual([[], []]);
    for (const id of [ONE, OTHER]) expect(shownOf(bench, id)).toEqual(heldOf(bench, id));
    expect(notesOf(bench)).toEqual(change[0] === 'note.add' ? ['Called her.'] : []);
    await refresh(desk);
    await bench.idle();
    for (const id of [ONE, OTHER]) expect(shownOf(bench, id)).toEqual(heldOf(bench, id));
    desk.stop();
  });
});
