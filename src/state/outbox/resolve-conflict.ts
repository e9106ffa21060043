import { callIds } from '../changes/ids.ts';
import type { Desk } from '../desk.ts';
import type { Conflict } from '../operations/conflict.ts';
import { type ConflictingChange, conflicting, narrowed } from '../operations/operation.ts';
import { whyReadOnly } from '../read-only.ts';
import type { World } from '../world.ts';
import { forgetRefused } from './journal.ts';
import type { Renewal } from './reconcile.ts';
import { isAllOrNone, renewed, withParts } from './split-change.ts';
import { withoutPending } from './withdraw.ts';

/**
 * Makes a change over others' changes of these conversations, which it overwrites. If they changed again, it asks
 * again.
 */
export function keepMine(desk: Desk, key: string, ids: readonly number[]): void {
  answer(desk, key, ids, (world, part) => {
    const renewals = new Map(part.conflict.map(one => [one.id, renewalOf(one)]));
    const again = renewed(part, renewals, callIds(part), desk.newKey());
    if (callIds(again).length === 0) return withoutPending(world, [part]);
    return withParts(world, part.key, [again]);
  });
}

/** Drops a change of these conversations: others' changes stay. Words in it are a draft again. */
export function keepTheirs(desk: Desk, key: string, ids: readonly number[]): void {
  answer(desk, key, ids, (world, part) => {
    const operations = forgetRefused(world.operations, part.key, new Set(callIds(part)));
    return withoutPending({ ...world, operations }, [part]);
  });
}

/** Settles a change for these conversations, as a part of its own if it still asks about others. */
function answer(
  desk: Desk,
  key: string,
  ids: readonly number[],
  settle: (world: World, part: ConflictingChange) => World,
): void {
  const problem = whyReadOnly(desk.world());
  const world = desk.world();
  const entry = conflicting(world).find(change => change.key === key);
  if (problem) desk.notify({ tone: 'problem', text: problem });
  if (problem || !entry) return;
  const left = isAllOrNone(entry) ? [] : entry.conflict.filter(({ id }) => !ids.includes(id));
  desk.store.setState(left.length === 0 ? settle(world, entry) : settleApart(desk, { entry, left }, settle));
  desk.wake();
}

function settleApart(
  desk: Desk,
  { entry, left }: { readonly entry: ConflictingChange; readonly left: readonly Conflict[] },
  settle: (world: World, part: ConflictingChange) => World,
): World {
  const partOf = (conflict: readonly Conflict[], key: string): ConflictingChange => {
    const ids = conflict.map(({ id }) => id);
    return { ...narrowed(entry, ids), key, conflict };
  };
  const rest = partOf(left, entry.key);
  const part = partOf(
    entry.conflict.filter(one => !left.includes(one)),
    desk.newKey(),
  );
  return settle(withParts(desk.world(), entry.key, [rest, part]), part);
}

function renewalOf({ id, into, version, seen }: Conflict): Renewal {
  return { id: into ?? id, ...(version === undefined ? {} : { version }), seen };
}
