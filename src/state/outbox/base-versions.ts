import type { Change } from '../changes/change.ts';
import { allIdsOf } from '../changes/ids.ts';
import { fieldValue, type SeenVersion } from '../operations/conflict.ts';
import { conversationOf, threadOf } from '../visible.ts';
import { lastId } from '../world/thread.ts';
import type { ChangeCall, Conversation, Message, Note, PendingChange, Visible } from '../world.ts';

/** The base of a change: the versions of its conversations, and the agent's view of them if that matters. */
export function baseVersions(
  visible: Visible,
  change: Change,
  call: ChangeCall,
): Pick<PendingChange, 'versions' | 'seen'> | undefined {
  if (change.isQuiet) return undefined;
  const versions: Record<number, number> = {};
  const seen: Record<number, SeenVersion> = {};
  const isWeighed = change.conflictField !== undefined || change.blockedByReplies !== undefined;
  for (const id of allIdsOf(change, call)) {
    const conversation = conversationOf(visible, id);
    if (!conversation) continue;
    if (conversation.version !== null) versions[id] = conversation.version;
    if (isWeighed) seen[id] = seenOf(change, conversation, threadOf(visible, id));
  }
  return isWeighed ? { versions, seen } : { versions };
}

/** The agent's view of a conversation with these of its messages and notes. */
export function seenOf(
  { conflictField, blockedByColleagues }: Change,
  conversation: Conversation,
  { messages, notes }: { readonly messages?: readonly Message[] | null; readonly notes?: readonly Note[] | null } = {},
): SeenVersion {
  const { last_message_at: messageAt, message_count: count, note_count: noteCount } = conversation;
  const newest = messages?.reduce<Message | undefined>(
    (last, one) => (last && last.id > one.id ? last : one),
    undefined,
  );
  // The messages may have been read before the row.
  const isNewest = newest?.created_at != null && newest.created_at >= (messageAt ?? 0);
  return {
    ...(conflictField === undefined ? {} : { value: fieldValue(conversation, conflictField) }),
    messageAt,
    messages: count,
    ...(isNewest ? { messageId: newest.id } : {}),
    ...(blockedByColleagues ? { notes: noteCount } : {}),
    ...(blockedByColleagues && notes && notes.length >= (noteCount ?? 0) ? { noteId: lastId(notes) } : {}),
  };
}
