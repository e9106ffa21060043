import * as v from 'valibot';
import { t } from '../text/safe.ts';
import type { Change, ChangeArgs } from './change.ts';
import { type ArgsOf, type ChangeName, changeOf } from './change-list.ts';
import type { Desk } from './context.ts';
import { isLoaded, oneOf, remember } from './journal.ts';
import { doneNotice } from './notices.ts';
import { recomputeAfter } from './recompute.ts';
import { keep } from './storage.ts';
import type { ChangeCall, JournalEntry, PendingChange } from './world.ts';

/** How a change is made: by the agent's hand, once more after `z` (`redo`), or to take another one back (`inverse`). */
export type Occasion = 'hand' | 'redo' | 'inverse';

/**
 * The one door for changes: append, recompute, remember the inverse, keep, say so, wake the outbox.
 * Arguments that break the change's own schema are a mistake of the program and throw.
 */
export function commit<N extends ChangeName>(desk: Desk, name: N, args: ArgsOf<N>): void {
  if (desk.world().isReadOnly) {
    desk.notify({ tone: 'problem', text: t`Nothing changed: this desk only reads. Start it without --read-only.` });
    return;
  }
  if (args.ids.length > 0) make(desk, { name, args }, 'hand');
}

/** Makes a change; gives its key. */
export function make(desk: Desk, call: ChangeCall, occasion: Occasion): string {
  const change = changeOf(call.name);
  if (!change) throw new Error(`There is no change called ${call.name}`);
  const before = desk.world();
  const given = v.parse(change.args, call.args);
  const distinct = { ...given, ids: [...new Set(given.ids)] };
  const args = change.prepare?.(distinct, before, desk.now()) ?? distinct;
  const entry = pendingEntry(desk, change, args, occasion);
  const after = recomputeAfter(before, entry);
  if (occasion === 'inverse') {
    desk.store.setState(after, true);
  } else {
    const remembered = journalEntry(desk, change, args, entry.key);
    const journal = remembered ? remember(before.journal, remembered, occasion === 'redo') : before.journal;
    const notice = doneNotice(change, change.title(args, before), remembered !== undefined);
    desk.store.setState({ ...after, journal, notice }, true);
  }
  keep(desk.storage, desk.world());
  desk.wake();
  return entry.key;
}

function pendingEntry(desk: Desk, change: Change, args: ChangeArgs, occasion: Occasion): PendingChange {
  const at = desk.now();
  // What takes a note back is not held: the agent has just said so.
  const isHeld = change.undo === 'hold' && occasion !== 'inverse';
  return {
    key: desk.newKey(),
    name: change.name,
    args,
    at,
    state: isHeld ? 'held' : 'waiting',
    ...(isHeld ? { heldUntil: at + (change.holdMs ?? 0) } : {}),
    attempts: 0,
    problem: null,
  };
}

/** What `z` needs; undefined where nothing was changed, or nothing can be taken back. */
function journalEntry(desk: Desk, change: Change, args: ChangeArgs, key: string): JournalEntry | undefined {
  const world = desk.world();
  const { text: title } = change.title(args, world);
  const call = { name: change.name, args };
  const isSo = (id: number): boolean =>
    isLoaded(world, id) && change.apply(world, oneOf(call, id) as ChangeArgs) === world;
  const entry = { title, forward: [call], count: args.ids.filter(id => !isSo(id)).length, keys: [key] };
  if (change.undo === 'none') return undefined;
  if (change.undo === 'hold') return { ...entry, inverse: [], heldKey: key };
  const inverse = change.undo(args, world);
  return inverse.length > 0 ? { ...entry, inverse } : undefined;
}
