import { t } from '../../text/safe.ts';
import { idsOf, without } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../context.ts';
import { revealed } from '../list/ghosts.ts';
import { whyReadOnly } from '../read-only.ts';
import type { ChangeCall, JournalEntry, Notice, PendingChange, Visible, World } from '../world.ts';
import { make } from './commit.ts';
import { holds, isLoaded, joined, oneOf } from './journal.ts';
import { takingBackNotice, undoneNotice } from './notices.ts';
import { whyNotWithdrawn, withoutPending } from './withdraw.ts';
import { isWritten, returnWords } from './written-words.ts';

/**
 * Undoes the agent's own last change and says what and for how many conversations; or says why it cannot. A change that
 * was never sent is withdrawn; a sent one is reverted by its inverse, except where another agent has changed it since.
 * Either way the agent's words are a draft again.
 */
export function undo(desk: Desk): void {
  const world = desk.world();
  const entry = world.journal.undo.at(-1);
  const problem = whyReadOnly(world);
  if (problem) desk.notify({ tone: 'problem', text: problem });
  else if (!entry) desk.notify({ tone: 'problem', text: t`Nothing to undo.` });
  else if (entry.heldKey && whyNotWithdrawn(world, entry.heldKey)) giveUp(desk, entry);
  else takeBack(desk, entry);
}

/** Makes the last undone change again. */
export function redo(desk: Desk): void {
  const { journal } = desk.world();
  const entry = journal.redo.at(-1);
  const problem = whyReadOnly(desk.world());
  if (problem || !entry) {
    desk.notify({ tone: 'problem', text: problem ?? t`Nothing to redo.` });
    return;
  }
  desk.set({ journal: { ...journal, redo: journal.redo.slice(0, -1) } });
  for (const call of entry.forward) make(desk, call, 'redo');
  desk.set({ journal: joined(desk.world().journal, entry.forward.length, entry.title) });
}

function takeBack(desk: Desk, entry: JournalEntry): void {
  const { journal } = desk.world();
  desk.set({ journal: { ...journal, undo: journal.undo.slice(0, -1) } });
  const withdrawn = withdrawUnsent(desk, entry);
  const rest = { ...entry, forward: less(entry.forward, withdrawn), inverse: less(entry.inverse, withdrawn) };
  const overruled = overruledIds(desk.world(), rest);
  const calls = stillToUndo(desk.world(), rest, overruled);
  const undone = new Set([...withdrawn, ...calls.flatMap(idsOf)]);
  const asked = new Set(calls.filter(({ name }) => changeOf(name)?.restores).flatMap(idsOf));
  const isBack = (id: number): boolean => undone.has(id) && !asked.has(id);
  const drafts = rest.forward.reduce(
    (held, call) => returnWords(held, call, idsOf(call).filter(isBack)),
    desk.world().drafts,
  );
  desk.set({ drafts });
  const keys = calls.map(call => make(desk, call, 'inverse'));
  const count = rest.forward.length === 0 ? entry.count : Math.min(entry.count, undone.size);
  const isDraft = entry.forward.some(isWritten);
  if (asked.size > 0) giveOver(desk, entry);
  else
    finish(desk, { ...entry, keys }, count, undoneNotice(entry, count, { isDraft, isOverruled: overruled.size > 0 }));
  desk.set({ list: revealed(desk.world(), undone) });
}

/** Withdraws the calls that the help center has never received; returns their conversations. */
function withdrawUnsent(desk: Desk, entry: JournalEntry): ReadonlySet<number> {
  const world = desk.world();
  const keys = new Set(entry.keys);
  const dropped: PendingChange[] = [];
  let { pending } = world;
  for (const change of world.pending.toReversed()) {
    if (!keys.has(change.key) || whyNotWithdrawn({ ...world, pending }, change.key)) continue;
    pending = pending.filter(other => other !== change);
    dropped.push(change);
  }
  if (dropped.length > 0) desk.store.setState(withoutPending(world, dropped), true);
  return new Set(dropped.flatMap(idsOf));
}

function less(calls: readonly ChangeCall[], ids: ReadonlySet<number>): readonly ChangeCall[] {
  return ids.size === 0 ? calls : calls.flatMap(call => without(call, ids) ?? []);
}

/** Only the help center knows whether it is undone. Made again meanwhile, it could be done twice. */
function giveOver(desk: Desk, entry: JournalEntry): void {
  desk.notify(takingBackNotice(entry));
  desk.wake();
}

/** A held change that was sent is final. It leaves the journal, so that the next `z` reaches the change before it. */
function giveUp(desk: Desk, entry: JournalEntry): void {
  const { journal } = desk.world();
  desk.set({
    journal: { ...journal, undo: journal.undo.slice(0, -1) },
    notice: { tone: 'problem', text: t`${entry.title} was sent and cannot be undone.` },
  });
}

function finish(desk: Desk, entry: JournalEntry, undone: number, notice: Notice): void {
  const { journal } = desk.world();
  const redo = undone === 0 ? journal.redo : [...journal.redo, entry];
  desk.set({ journal: { ...journal, redo }, notice });
  desk.wake();
}

/** The conversations for which the change no longer holds, as far as can be seen. */
function overruledIds(world: World, { forward }: JournalEntry): ReadonlySet<number> {
  return new Set(forward.flatMap(call => idsOf(call).filter(id => isLoaded(world, id) && !holds(world, call, id))));
}

/** The remaining inverse calls: none for conversations where the change no longer holds, or is undone already. */
function stillToUndo(world: World, entry: JournalEntry, overruled: ReadonlySet<number>): readonly ChangeCall[] {
  const isOnItsWay = world.pending.some(({ key }) => entry.keys.includes(key));
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
