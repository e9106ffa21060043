import { conversationOf, threadOf } from '../visible.ts';
import type { Contact, Conversation, Thread, Visible } from '../world.ts';

/**
 * The visible state after these conversations are edited. Conversations that are not loaded, or that the edit leaves as
 * they are, are skipped.
 */
export function editConversations(
  visible: Visible,
  ids: readonly number[],
  edit: (conversation: Conversation) => Conversation,
): Visible {
  const edited: [number, Conversation][] = [];
  for (const id of ids) {
    const former = conversationOf(visible, id);
    const next = former && edit(former);
    if (next && next !== former) edited.push([id, next]);
  }
  if (edited.length === 0) return visible;
  return { base: visible.base, patch: { ...visible.patch, conversations: visible.patch.conversations.with(edited) } };
}

/** The visible state after a thread is edited, if it is loaded. */
export function editThread(visible: Visible, id: number, edit: (thread: Thread) => Thread): Visible {
  const former = threadOf(visible, id);
  const next = former && edit(former);
  if (!next || next === former) return visible;
  return { base: visible.base, patch: { ...visible.patch, threads: visible.patch.threads.with([[id, next]]) } };
}

/** The visible state without a message of a conversation; the same one if it is known not to be there. */
export function withoutMessage(visible: Visible, id: number, messageId: number): Visible {
  const thread = threadOf(visible, id);
  const messages = thread?.messages.filter(message => message.id !== messageId) ?? [];
  if (thread && messages.length === thread.messages.length) return visible;
  const counted = editConversations(visible, [id], c => ({
    ...c,
    message_count: Math.max(0, (c.message_count ?? 0) - 1),
  }));
  return editThread(counted, id, read => ({ ...read, messages }));
}

/** The visible state after the contacts of these conversations that were read are edited. */
export function editContacts(
  visible: Visible,
  ids: readonly number[],
  edit: (contacts: readonly Contact[]) => readonly Contact[],
): Visible {
  return ids.reduce(
    (seen, id) =>
      editThread(seen, id, thread => {
        const contacts = thread.people && edit(thread.people.contacts);
        if (!thread.people || !contacts || contacts === thread.people.contacts) return thread;
        return { ...thread, people: { ...thread.people, contacts } };
      }),
    visible,
  );
}
