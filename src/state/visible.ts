import type { Conversation, Thread, Visible } from './world.ts';

/** A conversation as it is seen; undefined: not loaded. */
export function conversationOf(visible: Visible, id: number): Conversation | undefined {
  return visible.patch.conversations.get(id) ?? visible.base.conversations.get(id);
}

/** What is loaded of a conversation, as it is seen; undefined: nothing. */
export function threadOf(visible: Visible, id: number): Thread | undefined {
  return visible.patch.threads.get(id) ?? visible.base.threads.get(id);
}
