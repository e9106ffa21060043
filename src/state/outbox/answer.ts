import { idsOf } from '../changes/ids.ts';
import type { Conflict } from '../conflict.ts';
import type { Desk } from '../context.ts';
import { whyReadOnly } from '../read-only.ts';
import type { PendingChange, World } from '../world.ts';
import { forget } from './journal.ts';
import type { Renewal } from './meet.ts';
import { isWhole, narrowed, renewed, withParts } from './parts.ts';
import { withoutPending } from './withdraw.ts';

/** The changes that ask because of what others did since. */
export function conflicting({ pending }: Pick<World, 'pending'>): readonly PendingChange[] {
  return pending.filter(({ conflict }) => conflict !== undefined);
}

/** Makes a change on what others did to these conversations: theirs is overwritten. If they changed again, it asks again. */
export function keepMine(desk: Desk, key: string, ids: readonly number[]): void {
  answer(desk, key, ids, (world, part, at) => {
    const renewals = new Map(part.conflict!.map(one => [one.id, renewalOf(one)]));
    const again = renewed(part, renewals, idsOf(part), desk.newKey());
    if (idsOf(again).length === 0) return withoutPending(world, [part]);
    return withParts(world, part.key, [again], at);
  });
}

/** Drops a change of these conversations: what others did stays. Words in it are a draft again. */
export function keepTheirs(desk: Desk, key: string, ids: readonly number[]): void {
  answer(desk, key, ids, (world, part) => {
    const journal = forget(world.journal, part.key, new Set(idsOf(part)));
    return withoutPending({ ...world, journal }, [part]);
  });
}

/** Settles a change for these conversations, as a part of its own if it still asks about others. */
function answer(
  desk: Desk,
  key: string,
  ids: readonly number[],
  settle: (world: World, part: PendingChange, at: number) => World,
): void {
  const problem = whyReadOnly(desk.world());
  const world = desk.world();
  const entry = world.pending.find(change => change.key === key);
  if (problem) desk.notify({ tone: 'problem', text: problem });
  if (problem || !entry?.conflict) return;
  const at = world.pending.indexOf(entry);
  const left = isWhole(entry) ? [] : entry.conflict.filter(({ id }) => !ids.includes(id));
  const settled = left.length === 0 ? settle(world, entry, at) : settleApart(desk, { world, entry, left, at }, settle);
  desk.store.setState(settled, true);
  desk.wake();
}

function settleApart(
  desk: Desk,
  { world, entry, left, at }: { world: World; entry: PendingChange; left: readonly Conflict[]; at: number },
  settle: (world: World, part: PendingChange, at: number) => World,
): World {
  const isLeft = new Set(left.map(({ id }) => id));
  const taken = entry.conflict!.filter(({ id }) => !isLeft.has(id));
  const part = {
    ...narrowed(
      entry,
      taken.map(({ id }) => id),
    ),
    key: desk.newKey(),
    conflict: taken,
  };
  const rest = {
    ...narrowed(
      entry,
      left.map(({ id }) => id),
    ),
    conflict: left,
  };
  return settle(withParts(world, entry.key, [rest, part], at), part, at + 1);
}

function renewalOf({ id, into, version, seen }: Conflict): Renewal {
  return { id: into ?? id, ...(version === undefined ? {} : { version }), seen };
}
