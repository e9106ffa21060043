import { t } from '../text/safe.ts';
import { changeOf } from './change-list.ts';
import { make } from './commit.ts';
import type { Desk } from './context.ts';
import { holds, idsOf, isLoaded, joined, oneOf, without } from './journal.ts';
import { countOf, undoneNotice } from './notices.ts';
import { recompute } from './recompute.ts';
import { keep } from './storage.ts';
import type { ChangeCall, JournalEntry, PendingChange, Visible, World } from './world.ts';

/**
 * Takes the agent's own last change back, and says what and of how many; or says why it cannot. What was never sent
 * is simply withdrawn; what was is taken back by its inverse, but not where somebody else has changed it since.
 */
export function undo(desk: Desk): void {
  const world = desk.world();
  const entry = world.journal.undo.at(-1);
  const pending = world.pending.find(change => entry?.keys.includes(change.key));
  if (!entry) desk.notify({ tone: 'problem', text: t`Nothing to undo.` });
  else if (pending && canWithdraw(world, pending, entry)) withdraw(desk, entry, pending.key);
  else if (entry.heldKey) giveUp(desk, entry);
  else reverse(desk, entry, pending !== undefined);
}

/** Makes the change that was taken back last once more. */
export function redo(desk: Desk): void {
  const { journal } = desk.world();
  const entry = journal.redo.at(-1);
  if (!entry) {
    desk.notify({ tone: 'problem', text: t`Nothing to redo.` });
    return;
  }
  desk.set({ journal: { ...journal, redo: journal.redo.slice(0, -1) } });
  for (const call of entry.forward) make(desk, call, 'redo');
  desk.set({ journal: joined(desk.world().journal, entry.forward.length, entry.title) });
}

/**
 * A change that was never sent can be dropped, but not from under a later one of the same conversations: what that
 * one found done already, it would do itself.
 */
function canWithdraw({ pending }: World, { key, state, attempts }: PendingChange, entry: JournalEntry): boolean {
  if (state === 'sending' || attempts > 0 || entry.keys.length > 1) return false;
  const index = pending.findIndex(change => change.key === key);
  const ids = new Set(idsOf(pending[index]!));
  return entry.heldKey !== undefined || !pending.slice(index + 1).some(later => idsOf(later).some(id => ids.has(id)));
}

function reverse(desk: Desk, entry: JournalEntry, isOnItsWay: boolean): void {
  const world = desk.world();
  const calls = stillToUndo(world, entry, isOnItsWay);
  desk.set({ journal: { ...world.journal, undo: world.journal.undo.slice(0, -1) } });
  const keys = calls.map(call => make(desk, call, 'inverse'));
  finish(desk, { ...entry, keys }, countOf(calls));
}

/** Drops a change that the help center has never heard of. */
function withdraw(desk: Desk, entry: JournalEntry, key: string): void {
  const world = desk.world();
  const journal = { ...world.journal, undo: world.journal.undo.slice(0, -1) };
  const pending = world.pending.filter(change => change.key !== key);
  desk.store.setState(recompute({ ...world, journal, pending }), true);
  finish(desk, { ...entry, keys: [] }, entry.count);
}

/** A held change that was sent is final. It leaves the journal, so that the next `z` reaches the change before it. */
function giveUp(desk: Desk, entry: JournalEntry): void {
  const { journal } = desk.world();
  desk.set({
    journal: { ...journal, undo: journal.undo.slice(0, -1) },
    notice: { tone: 'problem', text: t`${entry.title} went out and cannot be undone.` },
  });
  keep(desk.storage, desk.world());
}

function finish(desk: Desk, entry: JournalEntry, undone: number): void {
  const { journal } = desk.world();
  const redo = undone === 0 ? journal.redo : [...journal.redo, entry];
  desk.set({ journal: { ...journal, redo }, notice: undoneNotice(entry, undone) });
  keep(desk.storage, desk.world());
  desk.wake();
}

/** The inverse calls that are still to be made: none where the change does not hold any more, or is undone already. */
function stillToUndo(world: World, entry: JournalEntry, isOnItsWay: boolean): readonly ChangeCall[] {
  const overruled = new Set(
    entry.forward.flatMap(call => idsOf(call).filter(id => isLoaded(world, id) && !holds(world, call, id))),
  );
  let seen: Visible = world;
  return entry.inverse.flatMap(call => {
    const change = changeOf(call.name)!;
    const idle = idsOf(call).filter(
      id => !isOnItsWay && isLoaded(world, id) && change.apply(seen, oneOf(call, id) as never) === seen,
    );
    const left = without(call, new Set([...overruled, ...idle]));
    if (!left) return [];
    seen = change.apply(seen, left.args as never);
    return [left];
  });
}
