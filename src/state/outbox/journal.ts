import type { SafeText } from '../../text/safe.ts';
import { idsOf, without } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { ChangeCall, Journal, JournalEntry, Visible } from '../world.ts';

/** How many changes can be undone. */
const MAX_UNDONE = 100;

/** The journal with one more change to undo; undone changes can no longer be made again. */
export function remember(journal: Journal, entry: JournalEntry, keepsRedo = false): Journal {
  return {
    undo: [...journal.undo, entry].slice(-MAX_UNDONE),
    redo: keepsRedo ? journal.redo : [],
  };
}

/** The journal with the last `count` changes as one entry: one `z` undoes them, under one title. */
export function joined(journal: Journal, count: number, title: SafeText): Journal {
  const parts = journal.undo.slice(-count);
  if (count < 2 || parts.length < count) return journal;
  const one = {
    title,
    forward: parts.flatMap(part => part.forward),
    inverse: parts.toReversed().flatMap(part => part.inverse),
    count: parts.reduce((sum, part) => sum + part.count, 0),
    keys: parts.flatMap(part => part.keys),
  };
  return { ...journal, undo: [...journal.undo.slice(0, -count), one] };
}

/** The journal after the change with this key was refused for some conversations: an undo skips those. */
export function forget(journal: Journal, key: string, ids: ReadonlySet<number>): Journal {
  const refusedOf = (entry: JournalEntry): number =>
    entry.forward.flatMap(call => idsOf(call)).filter(id => ids.has(id)).length;
  const narrow = (calls: readonly ChangeCall[]): ChangeCall[] => calls.flatMap(call => without(call, ids) ?? []);
  const edit = (entries: readonly JournalEntry[]): JournalEntry[] =>
    entries.flatMap(entry => {
      if (!entry.keys.includes(key)) return [entry];
      const count = Math.max(0, entry.count - refusedOf(entry));
      const left = { ...entry, count, forward: narrow(entry.forward), inverse: narrow(entry.inverse) };
      return left.forward.length > 0 && (left.inverse.length > 0 || left.heldKey) ? [left] : [];
    });
  return { undo: edit(journal.undo), redo: edit(journal.redo) };
}

/** A call's arguments for one of its conversations. */
export function oneOf(call: ChangeCall, id: number): unknown {
  return { ...(call.args as object), ids: [id] };
}

/** Whether a conversation is in memory. */
export function isLoaded(visible: Visible, id: number): boolean {
  return visible.base.conversations.has(id);
}

/** Whether a call's effect on a conversation holds, as far as can be seen. */
export function holds(visible: Visible, call: ChangeCall, id: number): boolean {
  const change = changeOf(call.name)!;
  const args = oneOf(call, id) as never;
  return change.holds ? change.holds(args, visible, id) : change.apply(visible, args) === visible;
}
