import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyWorld } from '../../../src/state/empty-world.ts';
import type { SavedState } from '../../../src/state/kept/storage.ts';
import { overdue } from '../../../src/state/operations/operation.ts';
import { adopt, surrender } from '../../../src/state/outbox/adopt.ts';
import { sendAgain } from '../../../src/state/outbox/decide.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { withdraw } from '../../../src/state/outbox/withdraw.ts';
import type { DraftKey, PendingChange, RefusedChange } from '../../../src/state/world.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { keyNames } from '../../harness/key-names.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';
import { keptOf, operationOf, operationsOf } from '../operations.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

function change(key: string, at: number, more: Partial<PendingChange> = {}): PendingChange {
  return {
    key,
    name: 'conversation.archive',
    args: { ids: [1] },
    at,
    state: 'waiting',
    problem: null,
    ...more,
  } as PendingChange;
}

function keptWith(pending: readonly PendingChange[], drafts: readonly [DraftKey, string][] = []): SavedState {
  return keptOf(pending, new Map(drafts.map(([key, text]) => [key, { text }])));
}

function worldWith(kept: SavedState) {
  return adopt(emptyWorld(NOW, undefined, keyNames), kept, NOW).world;
}

describe('the operations of an ended desk', () => {
  const refused = (key: string): RefusedChange => ({
    key,
    name: 'note.add',
    args: { ids: [1], details: 'Called her.' },
    at: NOW,
    state: 'refused',
    attempts: { count: 1 },
    problem: null,
    reasons: [],
  });

  it('brings refused changes along, once, and removes them if another desk takes it over', () => {
    const left = keptOf([refused('a'), refused('b')]);
    const world = { ...emptyWorld(NOW, undefined, keyNames), operations: operationsOf([refused('b'), refused('c')]) };
    const adopted = adopt(world, left, NOW).world;
    expect(adopted.refused.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(surrender(adopted, left).refused.map(({ key }) => key)).toEqual(['c']);
  });

  it('asks about a held change as one, and about one that was not confirmed in go', () => {
    const unsure = change('unsure', NOW, { state: 'asks', about: 'outcome', attempts: { count: 1, doubt: 'open' } });
    const held = change('held', NOW, { state: 'held', heldUntil: NOW + 5_000 });
    const world = worldWith(keptWith([unsure, held]));
    expect(world.pending.map(({ state }) => state)).toEqual(['asks', 'asks']);
    expect(overdue(world).map(({ key }) => key)).toEqual(['held']);
  });

  it('joins what is here by time, each list in its own order, nothing twice', () => {
    const times = fc.array(fc.nat(50), { maxLength: 12 });
    fc.assert(
      fc.property(times, times, (ours, theirs) => {
        const own = ours.map((at, index) => change(`own ${index}`, at));
        const left = theirs.map((at, index) => change(`left ${index}`, at));
        const { world } = adopt(worldWith(keptWith(own)), keptWith(left), NOW);
        const keys = world.pending.map(({ key }) => key);
        expect(keys.filter(key => key.startsWith('own'))).toEqual(own.map(({ key }) => key));
        expect(keys.filter(key => key.startsWith('left'))).toEqual(left.map(({ key }) => key));
        expect(adopt(world, keptWith(left), NOW).world.pending).toEqual(world.pending);
      }),
    );
  });

  it.each([
    ['a draft of another conversation is beside mine', [['note:2', 'hers']], { 'note:1': 'mine', 'note:2': 'hers' }],
    ['a draft of the same conversation stands before mine', [['note:1', 'hers']], { 'note:1': 'hers\n\nmine' }],
    ['a draft that mine goes on from is not doubled', [['note:1', 'mi']], { 'note:1': 'mine' }],
    ['a draft that goes on from mine takes its place', [['note:1', 'mine, longer']], { 'note:1': 'mine, longer' }],
  ] as [string, [DraftKey, string][], Record<string, string>][])('%s', (_name, left, expected) => {
    const { world } = adopt(worldWith(keptWith([], [['note:1', 'mine']])), keptWith([], left), NOW);
    expect(writtenIn(world.drafts)).toEqual(expected);
  });

  it('leaves the world if another desk takes it over, except for text typed since', () => {
    const kept = keptWith(
      [change('a', 1)],
      [
        ['note:1', 'call'],
        ['note:2', 'written'],
      ],
    );
    const world = worldWith(kept);
    const later = {
      ...world,
      operations: [...world.operations, operationOf(change('b', 2))],
      drafts: new Map([...world.drafts, ['note:1', { text: 'call her' }] as const]),
    };
    const left = surrender(later, kept);
    expect(left.pending.map(({ key }) => key)).toEqual(['b']);
    expect(writtenIn(left.drafts)).toEqual({ 'note:1': 'call her' });
  });
});

describe('a held change after a restart', () => {
  const held = change('m', NOW - 4_000, {
    name: 'conversation.merge',
    args: { ids: [2], into: 1 },
    state: 'held',
    heldUntil: NOW + 6_000,
  });
  const after = (endedAt: number | undefined, now: number) => {
    const kept = { ...keptWith([held]), ...(endedAt === undefined ? {} : { endedAt }) };
    return adopt(emptyWorld(now, undefined, keyNames), kept, now).world.pending[0]!;
  };

  it.each([
    ['after a kill it asks, even at once', undefined, NOW + 1, 'asks', undefined],
    ['after an ordinary end the rest of the hold goes on', NOW, NOW + 1_000, 'held', 6_000],
    ['a hold that ended within the last minute goes on too', NOW, NOW + 60_000, 'held', 6_000],
    ['a hold that ended over a minute ago asks', NOW, NOW + 66_001, 'asks', undefined],
    ['a clock set back an hour leaves the rest as it was', NOW, NOW - 3_600_000, 'held', 6_000],
    ['a clock set forward an hour makes it ask', NOW, NOW + 3_600_000, 'asks', undefined],
    ['a clock set back before the end leaves at most the whole hold', NOW - 3_600_000, NOW, 'held', 10_000],
  ] as const)('%s', (_name, endedAt, now, state, restMs) => {
    const restored = after(endedAt, now);
    expect(restored.state).toBe(state);
    expect(restored.state === 'held' ? restored.heldUntil : undefined).toBe(
      restMs === undefined ? undefined : now + restMs,
    );
  });

  const killedWithMerge = async () => {
    const storage = memoryStorage();
    const center = fakeCenter([row(1), row(2), row(3)]);
    const first = await openDesk(center, { storage });
    first.desk.commit('conversation.merge', { ids: [2], into: 1 });
    first.desk.stop();
    const second = await openDesk(center, { storage });
    second.clock.advance(3_600_000);
    await second.idle();
    return second;
  };

  it('is not sent until the agent says so; others are sent meanwhile', async () => {
    const { center, desk, idle } = await killedWithMerge();
    desk.commit('conversation.archive', { ids: [3] });
    await idle();
    expect(center.conversations.get(3)!.archived).toBe(true);
    expect(center.conversations.get(2)!.merged_into).toBe(null);
    expect(overdue(desk.world())).toHaveLength(1);
    sendAgain(desk, [overdue(desk.world())[0]!.key]);
    await idle();
    expect(center.conversations.get(2)!.merged_into).toBe(1);
    expect(desk.world().pending).toEqual([]);
  });

  it('is dropped for good if the agent says so', async () => {
    const { center, desk, idle } = await killedWithMerge();
    withdraw(desk, overdue(desk.world())[0]!.key);
    await idle();
    expect(desk.world().pending).toEqual([]);
    expect(center.conversations.get(2)!.merged_into).toBe(null);
  });
});
