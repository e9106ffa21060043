import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeName } from '../../src/state/changes/change.ts';
import { derive } from '../../src/state/changes/derive.ts';
import type { Storage } from '../../src/state/kept/storage.ts';
import { moveCursor } from '../../src/state/list/cursor.ts';
import { mark } from '../../src/state/list/marks.ts';
import { type CallArgs, conflicting, undoable } from '../../src/state/operations/operation.ts';
import { make } from '../../src/state/outbox/commit.ts';
import { keepMine, keepTheirs } from '../../src/state/outbox/resolve-conflict.ts';
import { memoryStorage } from '../../src/state/outbox/storage.ts';
import { everything, views } from '../../src/state/query/views.ts';
import { loadMore } from '../../src/state/sync/list.ts';
import { poll, refresh } from '../../src/state/sync/refresh.ts';
import { loadConversations } from '../../src/state/sync/thread.ts';
import { conversationOf } from '../../src/state/visible.ts';
import type { ChangeCall, List } from '../../src/state/world.ts';
import { t } from '../../src/text/safe.ts';
import { fakeCenter, type Row, row } from './fake-center.ts';
import { type Bench, type Link, openDesk } from './open-desk.ts';

const ID_COUNT = 6;
const id = fc.integer({ min: 1, max: ID_COUNT });
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 4 });
const tags = fc.uniqueArray(fc.constantFrom('vip', 'late', 'refund'), { minLength: 1, maxLength: 2 });

function call(name: ChangeName, args: fc.Arbitrary<object>): fc.Arbitrary<ChangeCall> {
  return args.map(given => ({ name, args: given as CallArgs }));
}
/** What follows a mail. */
const following = fc.array(
  fc.oneof(
    call('conversation.status', fc.record({ ids: fc.constant([1]), conversation_status_id: fc.constantFrom(2, 3) })),
    call('conversation.tag', fc.record({ ids: fc.constant([1]), tags })),
    call('conversation.assign', fc.record({ ids: fc.constant([1]), assign_to: fc.constantFrom(null, 2) })),
  ),
  { maxLength: 3 },
);
const reversible = fc.oneof(
  call('conversation.archive', fc.record({ ids })),
  call('conversation.restore', fc.record({ ids })),
  call('conversation.tag', fc.record({ ids, tags })),
  call('conversation.untag', fc.record({ ids, tags })),
  call(
    'conversation.snooze',
    fc.record({
      ids,
      snooze: fc.constantFrom(null, { until: null, keep: false }, { until: '2026-12-24T09:00:00Z', keep: true }),
    }),
  ),
  call('conversation.assign', fc.record({ ids, assign_to: fc.constantFrom(null, 1, 2, 3) })),
  call('conversation.status', fc.record({ ids, conversation_status_id: fc.constantFrom(1, 2, 3) })),
  call('conversation.move', fc.record({ ids, inbox_id: fc.constantFrom(1, 2) })),
  call('conversation.title', fc.record({ ids, title: fc.constantFrom('New title', 'Other title') })),
  call('conversation.rating', fc.record({ ids, disable_rating: fc.boolean() })),
  call('conversation.unread', fc.record({ ids, unread: fc.boolean() })),
  call('conversation.follow', fc.record({ ids, followed: fc.boolean() })),
  call('contact.add', fc.record({ ids, contact_id: fc.constantFrom(21, 22) })),
  call('contact.remove', fc.record({ ids, contact_id: fc.constantFrom(21, 22) })),
  call(
    'contact.update',
    fc.record({ one: id, name: fc.constantFrom('Zoë', 'Ruth') }).map(({ one, name }) => ({
      ids: [one],
      contact_id: one,
      name,
    })),
  ),
  call('note.add', fc.record({ ids: id.map(one => [one]), details: fc.constant('A note') })),
  call(
    'message.reply',
    fc.record({ one: id, following }).map(({ one, following }) => ({
      ids: [one],
      body: 'A reply',
      messageId: null,
      ...(following.length === 0 ? {} : { following }),
    })),
  ),
  call(
    'note.update',
    fc.record({ ids: id.map(one => [one]), noteId: fc.constant(500), details: fc.constantFrom('One', 'Two') }),
  ),
);
const final = fc.oneof(
  fc
    .uniqueArray(id, { minLength: 2, maxLength: 3 })
    .map(([into, ...sources]) => ({ name: 'conversation.merge', args: { ids: sources, into } })),
);

type Step =
  /** Several calls are one operation. */
  | { readonly kind: 'act'; readonly calls: readonly ChangeCall[] }
  | { readonly kind: 'undo' | 'redo' | 'answer' | 'poll' | 'refresh' | 'mark' | 'more' }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'move'; readonly delta: number }
  | { readonly kind: 'refuse' | 'other'; readonly id: number; readonly on: boolean };

const link = fc.constantFrom<Link>('up', 'down', 'deaf', 'slow').map(state => ({ kind: 'link' as const, link: state }));
function simple(...kinds: ('undo' | 'redo' | 'answer' | 'poll' | 'refresh' | 'mark' | 'more')[]) {
  return fc.constantFrom(...kinds).map(kind => ({ kind }));
}
const wait = fc.constantFrom(500, 3_000, 12_000).map(ms => ({ kind: 'wait' as const, ms }));
const move = fc.integer({ min: -3, max: 3 }).map(delta => ({ kind: 'move' as const, delta }));
function actOf(calls: fc.Arbitrary<ChangeCall>) {
  const several = fc.array(reversible, { minLength: 2, maxLength: 4 });
  return fc
    .oneof({ weight: 4, arbitrary: calls.map(one => [one]) }, { weight: 1, arbitrary: several })
    .map(given => ({ kind: 'act' as const, calls: given }));
}
const others = fc.record({ kind: fc.constantFrom('refuse' as const, 'other' as const), id, on: fc.boolean() });

async function openBench(
  seeds: readonly Partial<Row>[],
  viewIndex: number,
  pageSize = 200,
  storage?: Storage,
): Promise<Bench> {
  const query = viewIndex < views.length ? views[viewIndex]!.query : everything;
  const center = fakeCenter(
    seeds.map((more, index) => row(index + 1, more)),
    { pageSize },
  );
  const bench = await openDesk(center, { query, ...(storage ? { storage } : {}) });
  await loadConversations(
    bench.desk,
    seeds.map((_, index) => index + 1),
  );
  return bench;
}
const rowSeed = fc.record({
  archived: fc.boolean(),
  assign_to: fc.constantFrom(null, 1, 2),
  inbox_id: fc.constantFrom(1, 2),
  tags: fc.constantFrom<string[]>([], ['vip'], ['late', 'vip']),
  conversation_status_id: fc.constantFrom(1, 1, 2),
});
const seeds = fc
  .array(rowSeed, { minLength: ID_COUNT, maxLength: ID_COUNT })
  .map(rows => rows.map(one => ({ ...one, status: one.conversation_status_id === 1 ? 'open' : 'closed' })));

async function take(bench: Bench, step: Step): Promise<void> {
  const { desk, center, clock } = bench;
  if (step.kind === 'act') act(bench, step.calls);
  else if (step.kind === 'undo') desk.undo();
  else if (step.kind === 'redo') desk.redo();
  else if (step.kind === 'link') bench.link = step.link;
  else if (step.kind === 'wait') clock.advance(step.ms);
  else if (step.kind === 'answer') await bench.release();
  else if (step.kind === 'move') desk.set({ list: moveCursor(desk.world().list, step.delta, 4) });
  else if (step.kind === 'mark') desk.set({ list: mark(desk.world().list, 4) });
  else if (step.kind === 'refuse' && step.on) center.refusals.set(step.id, { status: 403, message: 'You may not.' });
  else if (step.kind === 'refuse') center.refusals.delete(step.id);
  else if (step.kind === 'other' && step.on) center.receive(step.id);
  else if (step.kind === 'other') center.change(step.id, { archived: !center.conversations.get(step.id)!.archived });
  else if (step.kind === 'more') void loadMore(desk);
  else if (step.kind === 'poll') void poll(desk);
  else void refresh(desk);
  await bench.idle();
}

function act({ desk }: Bench, calls: readonly ChangeCall[]): void {
  const [first] = calls;
  const title = { text: t`Did several things`, short: t`Did` };
  if (calls.length > 1) make(desk, { calls, title });
  else if (first) desk.commit(first.name as never, first.args as never);
}

/** Answers what asks because of others: every other question with `m`. */
function answerConflicts({ desk }: Bench): void {
  for (const [at, { key, conflict }] of conflicting(desk.world()).entries())
    (at % 2 === 0 ? keepTheirs : keepMine)(
      desk,
      key,
      conflict.map(({ id }) => id),
    );
}

/** Lets everything be answered, whatever the link was. */
async function settleAll(bench: Bench): Promise<void> {
  bench.link = 'up';
  for (let round = 0; round < 60 && bench.desk.world().pending.length > 0; round += 1) {
    await bench.release();
    answerConflicts(bench);
    bench.clock.advance(31_000);
    await bench.idle();
  }
  await bench.release();
  expect(bench.desk.world().pending).toEqual([]);
}

function comparable(one: {
  title: string;
  conversation_status_id: number | null;
  inbox_id: number | null;
  assign_to: number | null;
  disable_rating: boolean;
  tags: readonly string[];
  contacts: readonly number[];
  requester: { readonly name: string } | null;
  archived: boolean;
  merged_into: number | null;
  note_count: number | null;
}) {
  return [
    one.title,
    one.conversation_status_id,
    one.inbox_id,
    one.assign_to,
    one.disable_rating,
    [...one.tags].sort(),
    [...one.contacts].sort((a, b) => a - b),
    one.requester?.name,
    one.archived,
    one.merged_into,
    one.note_count,
  ];
}
function held({ center }: Bench) {
  return [...center.conversations.values()].map(comparable);
}
function seen({ desk, center }: Bench) {
  return [...center.conversations.keys()].map(one => comparable(conversationOf(desk.world(), one)!));
}

/** The derived data equals a full recomputation, and the parts of the list agree. */
function expectDerived({ desk }: Bench): void {
  const world = desk.world();
  const full = derive(world);
  const entries = (map: Iterable<[number, unknown]>) => [...map].sort(([a], [b]) => a - b);
  expect(entries(world.patch.conversations)).toEqual(entries(full.patch.conversations));
  expect(entries(world.patch.threads)).toEqual(entries(full.patch.threads));
  const { list } = world;
  expect(list.rows).toEqual(full.list.rows);
  expect(new Set(list.rows).size).toBe(list.rows.length);
  expect(list.rows.length === 0 ? null : list.rows[list.cursorIndex]).toBe(list.cursorId);
  expect(list.top).toBeLessThanOrEqual(Math.max(0, list.cursorIndex));
  for (const marked of list.marks) expect(list.rows).toContain(marked);
  for (const waiting of list.newAbove) expect(list.rows).not.toContain(waiting);
}

/** What moved under the cursor: it, or a mark, though its row is still there; or its line of the pane. */
function moved(former: List, list: List): string | undefined {
  const { cursorId } = former;
  const stays = cursorId !== null && list.rows.includes(cursorId);
  if (stays && list.cursorId !== cursorId) return `cursor from ${cursorId} to ${list.cursorId}`;
  for (const marked of former.marks)
    if (list.rows.includes(marked) && !list.marks.has(marked)) return `the mark of ${marked} went`;
  for (const marked of list.marks) if (!former.marks.has(marked)) return `${marked} was marked`;
  return undefined;
}

const runs = { numRuns: 150, seed: 20261120 };

describe('after any events', () => {
  it('the visible state is the base with the pending changes, and nothing moves under the cursor', async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: actOf(fc.oneof({ weight: 5, arbitrary: reversible }, final)) },
      { weight: 6, arbitrary: simple('undo', 'redo', 'answer', 'poll', 'refresh', 'mark', 'more') },
      { weight: 3, arbitrary: fc.oneof(link, wait, move, others) },
    );
    const property = fc.asyncProperty(
      seeds,
      fc.integer({ min: 0, max: views.length }),
      fc.constantFrom(2, 4, 200),
      fc.array(step, { maxLength: 14 }),
      async (rows, view, pageSize, steps) => {
        const bench = await openBench(rows, view, pageSize);
        expectDerived(bench);
        let isByHand = false;
        const moves: string[] = [];
        bench.desk.store.subscribe(({ list }, { list: former }) => {
          const what = isByHand ? undefined : moved(former, list);
          if (what) moves.push(what);
        });
        for (const one of steps) {
          isByHand = one.kind === 'move' || one.kind === 'mark';
          await take(bench, one);
          isByHand = false;
          expectDerived(bench);
        }
        expect(moves).toEqual([]);
        await settleAll(bench);
        await refresh(bench.desk);
        expectDerived(bench);
        // What others did to conversations outside of the first page was not read.
        const listed = bench.desk.world().list.rows.slice(0, pageSize);
        const inList = (all: readonly unknown[]) => all.filter((_, index) => listed.includes(index + 1));
        expect(inList(seen(bench))).toEqual(inList(held(bench)));
        bench.desk.stop();
      },
    );
    await fc.assert(property, runs);
  });

  it('the visible state is the help center’s, once everything is answered', async () => {
    const refuse = fc.record({ kind: fc.constant('refuse' as const), id, on: fc.boolean() });
    const step = fc.oneof(
      { weight: 6, arbitrary: actOf(fc.oneof({ weight: 5, arbitrary: reversible }, final)) },
      { weight: 4, arbitrary: simple('undo', 'redo', 'answer', 'more', 'poll', 'refresh') },
      { weight: 3, arbitrary: fc.oneof(link, wait, refuse) },
    );
    const pageSize = fc.constantFrom(2, 4, 200);
    const property = fc.asyncProperty(seeds, pageSize, fc.array(step, { maxLength: 14 }), async (rows, size, steps) => {
      const bench = await openBench(rows, 0, size);
      for (const one of steps) await take(bench, one);
      await settleAll(bench);
      expect(seen(bench)).toEqual(held(bench));
      while (bench.desk.world().list.nextCursor !== null) await loadMore(bench.desk);
      const { list } = bench.desk.world();
      expect([list.newAbove, [...list.gone]]).toEqual([[], []]);
      const unresolved = [...bench.center.conversations.values()]
        .filter(one => one.status !== 'closed' && !one.archived && !one.snoozed && one.merged_into === null)
        .map(one => one.id);
      expect([...list.rows].sort()).toEqual(unresolved.sort());
      expect(bench.desk.world().unsent).toBe(0);
      bench.desk.stop();
    });
    await fc.assert(property, runs);
  });

  it('undoing everything restores the first state', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: actOf(reversible) },
      { weight: 2, arbitrary: simple('undo', 'redo', 'answer') },
      { weight: 2, arbitrary: fc.oneof(link, wait) },
    );
    const property = fc.asyncProperty(seeds, fc.array(step, { maxLength: 12 }), async (rows, steps) => {
      const bench = await openBench(rows, 0);
      const first = held(bench);
      const firstRows = bench.desk.world().list.rows;
      for (const one of steps) await take(bench, one);
      while (undoable(bench.desk.world().operations).length > 0) await take(bench, { kind: 'undo' });
      expect(seen(bench)).toEqual(first);
      expect(bench.desk.world().list.rows).toEqual(firstRows);
      await settleAll(bench);
      expect(held(bench)).toEqual(first);
      expect(bench.desk.world().list.rows).toEqual(firstRows);
      bench.desk.stop();
    });
    await fc.assert(property, runs);
  });

  it('undoing everything restores the first state, with any kills and refusals between', async () => {
    const refuse = fc.record({ kind: fc.constant('refuse' as const), id, on: fc.boolean() });
    const step = fc.oneof(
      { weight: 6, arbitrary: actOf(reversible) },
      { weight: 2, arbitrary: simple('undo', 'redo', 'answer') },
      { weight: 2, arbitrary: fc.oneof(link, wait) },
      { weight: 2, arbitrary: fc.constant({ kind: 'kill' as const }) },
      { weight: 1, arbitrary: refuse },
    );
    const property = fc.asyncProperty(seeds, fc.array(step, { maxLength: 12 }), async (rows, steps) => {
      const storage = memoryStorage();
      let bench = await openBench(rows, 0, 200, storage);
      const first = held(bench);
      for (const one of steps) {
        if (one.kind === 'kill') bench = await reopened(bench, storage);
        else await take(bench, one);
      }
      bench.center.refusals.clear();
      while (undoable(bench.desk.world().operations).length > 0) await take(bench, { kind: 'undo' });
      await settleAll(bench);
      while (undoable(bench.desk.world().operations).length > 0) await take(bench, { kind: 'undo' });
      await settleAll(bench);
      expect(held(bench)).toEqual(first);
      bench.desk.stop();
    });
    await fc.assert(property, runs);
  });
});

/** The desk that follows one that was killed, on the same help center and over the same link. */
async function reopened(killed: Bench, storage: Storage): Promise<Bench> {
  const { center, clock, link: state } = killed;
  killed.desk.stop();
  const bench = await openDesk(center, { storage, clock, query: views[0]!.query });
  // What was not read cannot be given back.
  await loadConversations(bench.desk, [...center.conversations.keys()]);
  bench.link = state;
  return bench;
}
