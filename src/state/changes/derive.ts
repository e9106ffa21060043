import { IdMap } from '../id-map.ts';
import { withNumbers } from '../list/numbers.ts';
import { withRows } from '../list/rows.ts';
import type { Base, ChangeCall, JournalEntry, Patch, PendingChange, Visible, World } from '../world.ts';
import { without } from './ids.ts';
import { changeOf } from './list.ts';

/** The patch without any pending change. */
function emptyPatch(): Patch {
  return { conversations: IdMap.empty(), threads: IdMap.empty() };
}

/** The visible state after these changes, one after the other. Changes with an unknown name do nothing. */
function applyCalls(visible: Visible, calls: readonly ChangeCall[]): Visible {
  return calls.reduce((seen, call) => changeOf(call.name)?.apply(seen, call.args as never) ?? seen, visible);
}

/** The parts of the list on which its rows depend. */
const LIST_INPUTS = ['query', 'ids', 'taken', 'newAbove', 'nextCursor'] as const;

/** The world with all derived data computed: the patch from base and pending, the numbers, the rows from the ids. */
export function derive(
  world: World,
  patch = applyCalls({ base: world.base, patch: emptyPatch() }, world.pending).patch,
) {
  return withRows(withNumbers({ ...world, patch }));
}

/** The same for the world that comes after a derived one: only what depends on a change is computed again. */
export function deriveAfter(world: World, former: World): World {
  const isSameBase = world.base === former.base;
  if (!isSameBase || world.pending !== former.pending) {
    const added = isSameBase ? addedTo(former.pending, world.pending) : undefined;
    return added ? derive(world, applyCalls({ base: world.base, patch: former.patch }, added).patch) : derive(world);
  }
  const isSameList = world.list === former.list || LIST_INPUTS.every(part => world.list[part] === former.list[part]);
  return isSameList && world.me === former.me ? world : withRows(withNumbers(world));
}

/** The changes after the former ones; undefined if those have changed. */
function addedTo(
  former: readonly PendingChange[],
  pending: readonly PendingChange[],
): readonly PendingChange[] | undefined {
  const isLonger = pending.length >= former.length && former.every((change, index) => change === pending[index]);
  return isLonger ? pending.slice(former.length) : undefined;
}

/**
 * The journal with the inverses of pending changes computed again: when a change was refused, the later ones were not
 * made on the state that the agent saw. Changes of conversations that are not loaded keep theirs.
 */
export function withFreshInverses(world: World): World {
  const fresh = new Map<string, { readonly ids: readonly number[]; readonly inverse: readonly ChangeCall[] }>();
  let seen: Visible = { base: world.base, patch: emptyPatch() };
  for (const entry of world.pending) {
    const change = changeOf(entry.name);
    if (!change) continue;
    const args = entry.args as { ids: readonly number[] };
    if (typeof change.undo === 'function' && args.ids.every(id => seen.base.conversations.has(id)))
      fresh.set(entry.key, { ids: args.ids, inverse: change.undo(args, seen) });
    seen = change.apply(seen, args);
  }
  const renew = (entry: JournalEntry): JournalEntry => {
    // Changes made as one may be of the same conversation: their inverses cannot be told apart.
    const parts = entry.forward.length > 1 ? [] : entry.keys.flatMap(key => fresh.get(key) ?? []);
    if (parts.length === 0) return entry;
    const ids = new Set(parts.flatMap(part => part.ids));
    const others = entry.inverse.flatMap(call => without(call, ids) ?? []);
    return { ...entry, inverse: [...parts.flatMap(part => part.inverse), ...others] };
  };
  return { ...world, journal: { ...world.journal, undo: world.journal.undo.map(renew) } };
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
