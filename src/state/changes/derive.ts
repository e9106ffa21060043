import { hasSameRows, holdPlace, inWindow } from '../list/hold-place.ts';
import { withNumbers } from '../list/numbers.ts';
import { editCalls } from '../operations/edit.ts';
import { isUndoable, type OperationCall, pendingOf, refusedOf, tidied } from '../operations/operation.ts';
import { IdMap } from '../world/id-map.ts';
import { sameOr } from '../world/same-or.ts';
import type { Base, ChangeCall, Patch, PendingChange, Visible, World } from '../world.ts';
import { withoutIds } from './ids.ts';
import { changeOf } from './list.ts';

/** The patch without any pending change. */
export function emptyPatch(): Patch {
  return { conversations: IdMap.empty(), threads: IdMap.empty() };
}

/** The visible state after these changes, one after the other. Changes with an unknown name do nothing. */
function applyCalls(visible: Visible, calls: readonly ChangeCall[]): Visible {
  return calls.reduce((seen, call) => changeOf(call.name)?.apply(seen, call.args as never) ?? seen, visible);
}

/**
 * The world with all that follows from its base and its operations: the pending changes, the patch from them, and the
 * numbers. The list then holds its place among its new rows.
 */
export function derive(world: World): World {
  const viewed = withViews(world);
  return holdPlace(withNumbers({ ...viewed, patch: patchOf(viewed) }));
}

/** The same for the world that comes after a derived one: only data that depends on a change is computed again. */
export function deriveAfter(given: World, former: World): World {
  const world = given.operations === former.operations ? given : withViews(given, former);
  const isSameBase = world.base === former.base;
  const added = isSameBase ? addedTo(former.pending, world.pending) : undefined;
  const patch = added ? applyCalls({ base: world.base, patch: former.patch }, added).patch : patchOf(world);
  if (!isSameBase || patch !== former.patch || !hasSameRows(world, former))
    return holdPlace(withNumbers({ ...world, patch }));
  return world.list === former.list && world.viewport === former.viewport ? world : inWindow(world);
}

/** The views of the operations; those that hold the same as before stay the same. */
function withViews(world: World, former?: World): World {
  const operations = tidied(world.operations);
  const pending = sameOr(former?.pending, pendingOf(operations));
  return { ...world, operations, pending, refused: sameOr(former?.refused, refusedOf(operations)) };
}

function patchOf({ base, pending }: World): Patch {
  return applyCalls({ base, patch: emptyPatch() }, pending).patch;
}

/** The changes after the former ones; undefined if those have changed. Where they are on their way changes nothing. */
function addedTo(
  former: readonly PendingChange[],
  pending: readonly PendingChange[],
): readonly PendingChange[] | undefined {
  const isLonger = pending.length >= former.length;
  const isSame = ({ name, args }: PendingChange, at: number): boolean =>
    pending[at]!.name === name && pending[at]!.args === args;
  return isLonger && former.every(isSame) ? pending.slice(former.length) : undefined;
}

/**
 * The operations with the inverses of pending changes computed again: when a change was refused, the later ones were not
 * made on the state that the agent saw. Changes of conversations that are not loaded keep theirs.
 */
export function withFreshInverses(world: World): World {
  let seen: Visible = { base: world.base, patch: emptyPatch() };
  const renewed = (call: OperationCall): OperationCall => {
    const fresh: ChangeCall[] = [];
    const ids = new Set<number>();
    for (const request of call.requests) {
      const change = changeOf(request.name);
      if (request.state === 'refused' || !change) continue;
      const { args } = request;
      const before = seen;
      seen = change.apply(seen, args);
      const isKnown = !request.isFollowing && args.ids.every(id => before.base.conversations.has(id));
      if (!isKnown || typeof change.undo !== 'function') continue;
      fresh.push(...change.undo(args, before));
      for (const id of args.ids) ids.add(id);
    }
    if (ids.size === 0) return call;
    return { ...call, inverse: [...fresh, ...call.inverse.flatMap(one => withoutIds(one, ids) ?? [])] };
  };
  const operations = world.operations.map(operation => {
    const next = editCalls(operation, renewed);
    return isUndoable(operation) ? next : operation;
  });
  return { ...world, operations: sameOr(world.operations, operations) };
}

/** The base with these changes applied permanently. */
export function intoBase(base: Base, calls: readonly ChangeCall[]): Base {
  const { patch } = applyCalls({ base, patch: emptyPatch() }, calls);
  return {
    ...base,
    conversations: base.conversations.with(patch.conversations),
    threads: base.threads.with(patch.threads),
  };
}
