import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, Message, Note, Thread, World } from '../world.ts';

/** How many entries a thread has, loaded or not; null if that is not known. */
export function totalOf(thread: Thread, world: World): number | null {
  const id = thread.messages[0]?.conversation_id ?? thread.notes[0]?.conversation_id;
  const conversation = id === undefined ? undefined : conversationOf(world, id);
  const messages = thread.nextCursor === null ? thread.messages.length : (conversation?.message_count ?? null);
  return messages === null ? null : messages + notesOf(thread, conversation);
}

function notesOf({ notes }: Thread, conversation: Conversation | undefined): number {
  return Math.max(notes.length, conversation?.note_count ?? 0);
}

/**
 * `2 of 4` for each of these entries, oldest first. They are counted from the newest, so that the numbers are right
 * while earlier messages are not loaded; an entry that is older than something not loaded has none.
 */
export function numbersOf(entries: readonly (Message | Note)[], thread: Thread, world: World): readonly SafeText[] {
  const total = totalOf(thread, world);
  if (total === null) return entries.map(() => t``);
  const isCut = (kind: 'message' | 'note'): boolean =>
    kind === 'message'
      ? thread.nextCursor !== null
      : notesOf(thread, conversationOf(world, entries[0]?.conversation_id ?? 0)) > thread.notes.length;
  const firstKnown = Math.max(
    isCut('message') ? entries.findIndex(entry => !('details' in entry)) : 0,
    isCut('note') ? (thread.notes.length === 0 ? entries.length : entries.findIndex(entry => 'details' in entry)) : 0,
  );
  const all = grouped(total);
  return entries.map((_entry, index) =>
    index < firstKnown ? t`` : (`${grouped(total - entries.length + index + 1)} of ${all}` as SafeText),
  );
}
