import type { Conversation, Thread, Visible } from './world.ts';

/** A conversation as shown; undefined if not loaded. */
export function conversationOf(visible: Visible, id: number): Conversation | undefined {
  return visible.patch.conversations.get(id) ?? visible.base.conversations.get(id);
}

/** The loaded part of a conversation as shown, or undefined. */
export function threadOf(visible: Visible, id: number): Thread | undefined {
  return visible.patch.threads.get(id) ?? visible.base.threads.get(id);
}
