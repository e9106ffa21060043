import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeName } from '../../src/state/changes/change.ts';
import type { CallArgs } from '../../src/state/operations/operation.ts';
import { conflicting } from '../../src/state/operations/operation.ts';
import { sendAgain } from '../../src/state/outbox/decide.ts';
import { keepMine } from '../../src/state/outbox/resolve-conflict.ts';
import { poll, refresh } from '../../src/state/sync/refresh.ts';
import { loadConversations, openConversation } from '../../src/state/sync/thread.ts';
import type { ChangeCall } from '../../src/state/world.ts';
import { isFull, runs } from '../harness/full.ts';
import { type ForeignBench, openForeignDesk } from './bench.ts';
import type { Mishap } from './center/help-center.ts';
import { receive } from './center/routes.ts';
import { change } from './center/store.ts';
import { FREEDOMS, type Variant } from './center/variant.ts';
import { heldOf, shownOf } from './same.ts';

const IDS = [101, 102, 103, 104];
const id = fc.constantFrom(...IDS);
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 3 });
const tags = fc.uniqueArray(fc.constantFrom('vip', 'late', 'refund'), { minLength: 1, maxLength: 2 });

const variants: fc.Arbitrary<Variant> = fc.record(
  Object.fromEntries(Object.entries(FREEDOMS).map(([name, values]) => [name, fc.constantFrom(...values)])),
) as unknown as fc.Arbitrary<Variant>;

function call(name: ChangeName, args: fc.Arbitrary<object>): fc.Arbitrary<ChangeCall> {
  return args.map(given => ({ name, args: given as CallArgs }));
}
const calls = fc.oneof(
  call('conversation.archive', fc.record({ ids })),
  call('conversation.restore', fc.record({ ids })),
  call('conversation.tag', fc.record({ ids, tags })),
  call('conversation.untag', fc.record({ ids, tags })),
  call('conversation.assign', fc.record({ ids, assign_to: fc.constantFrom(null, 7, 8) })),
  call('conversation.status', fc.record({ ids, conversation_status_id: fc.constantFrom(11, 12, 13) })),
  call('conversation.move', fc.record({ ids, inbox_id: fc.constantFrom(21, 22) })),
  call('conversation.title', fc.record({ ids: id.map(one => [one]), title: fc.constantFrom('New', 'Other') })),
  call('conversation.rating', fc.record({ ids, disable_rating: fc.boolean() })),
  call(
    'conversation.merge',
    fc.uniqueArray(id, { minLength: 2, maxLength: 3 }).map(([into, ...sources]) => ({ ids: sources, into })),
  ),
  call('note.add', fc.record({ ids: id.map(one => [one]), details: fc.constantFrom('A note', 'Another note') })),
);

type Step =
  | { readonly kind: 'commit'; readonly call: ChangeCall }
  | { readonly kind: 'undo' | 'redo' | 'poll' | 'refresh' | 'wait' }
  | { readonly kind: 'other'; readonly id: number; readonly isCustomer: boolean }
  | { readonly kind: 'link'; readonly isCut: boolean }
  | { readonly kind: 'mishap'; readonly mishap: Mishap };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: calls.map(one => ({ kind: 'commit' as const, call: one })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<'undo' | 'redo' | 'poll' | 'refresh' | 'wait'>('undo', 'redo', 'poll', 'refresh', 'wait')
      .map(kind => ({ kind })),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('other' as const), id, isCustomer: fc.boolean() }) },
  { weight: 1, arbitrary: fc.boolean().map(isCut => ({ kind: 'link' as const, isCut })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<Mishap>('refused', 'done and refused', 'done and a page', 'cut', 'done and cut')
      .map(mishap => ({ kind: 'mishap' as const, mishap })),
  },
);

async function take(bench: ForeignBench, one: Step): Promise<void> {
  const { desk, center, clock } = bench;
  if (one.kind === 'commit') desk.commit(one.call.name as never, one.call.args as never);
  else if (one.kind === 'undo') desk.undo();
  else if (one.kind === 'redo') desk.redo();
  else if (one.kind === 'poll') await poll(desk);
  else if (one.kind === 'refresh') await refresh(desk);
  else if (one.kind === 'wait') clock.advance(12_000);
  else if (one.kind === 'other' && one.isCustomer) receive(center.store, one.id, 'Any news?');
  else if (one.kind === 'other') change(center.store, one.id, 'assignee.updated', { assignTo: 8 });
  else if (one.kind === 'link') bench.isCut = one.isCut;
  else if (one.kind === 'mishap') {
    let isMet = false;
    center.mishap = method => {
      if (method === 'GET' || isMet) return undefined;
      isMet = true;
      return one.mishap;
    };
  }
  await bench.idle();
}

/** Lets everything be answered; the agent asks again for whatever asks. */
async function settle(bench: ForeignBench): Promise<void> {
  const { desk, center } = bench;
  bench.isCut = false;
  center.mishap = () => undefined;
  for (let round = 0; round < 30 && desk.world().pending.length > 0; round += 1) {
    await bench.pass();
    for (const { key, conflict } of conflicting(desk.world()))
      keepMine(
        desk,
        key,
        conflict.map(one => one.id),
      );
    sendAgain(
      desk,
      desk.world().pending.map(({ key }) => key),
    );
    await bench.idle();
  }
}

function same(bench: ForeignBench): void {
  const named = new Set([...bench.desk.world().pending, ...bench.desk.world().refused].flatMap(({ args }) => args.ids));
  for (const one of IDS.filter(other => !named.has(other))) expect(shownOf(bench, one)).toEqual(heldOf(bench, one));
}

function notesHeld({ center: { store } }: ForeignBench): readonly string[] {
  return [...store.notes.values()].map(({ conversationId, details }) => `${conversationId} ${details}`).sort();
}

function notesShown({ desk }: ForeignBench): readonly string[] {
  return [...desk.world().base.threads].flatMap(([at, { notes }]) => notes.map(note => `${at} ${note.details}`)).sort();
}

test('with any choices of its vendor, a help center holds the state that the desk shows once everything is answered', async () => {
  const property = fc.asyncProperty(variants, fc.array(step, { maxLength: 12 }), async (variant, steps) => {
    const bench = await openForeignDesk(variant, {
      fill: ({ conversation }) => {
        for (const one of IDS) conversation(`Case ${one}`, { id: one, tags: one % 2 === 0 ? ['late'] : [] });
      },
    });
    const { desk } = bench;
    for (const one of IDS) await openConversation(desk, one);
    await loadConversations(desk, IDS);
    for (const one of steps) await take(bench, one);
    await settle(bench);
    expect(desk.world().pending).toEqual([]);
    if (!steps.some(({ kind }) => kind === 'other')) same(bench);
    const added = steps.filter(one => one.kind === 'commit' && one.call.name === 'note.add').length;
    const isUndone = steps.some(({ kind }) => kind === 'undo' || kind === 'redo');
    if (!isUndone && desk.world().refused.length === 0) expect(notesHeld(bench).length).toBe(added);
    for (const one of IDS) await openConversation(desk, one);
    expect(notesShown(bench)).toEqual(notesHeld(bench));
    await refresh(desk);
    await loadConversations(desk, IDS);
    same(bench);
    desk.stop();
  });
  await fc.assert(property, { numRuns: isFull ? 1_000 : runs(25), seed: 20261123 });
});
