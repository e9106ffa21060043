import type { Conversation, Thread, Visible } from './world.ts';

/** A conversation as it is seen; undefined: not loaded. */
export const conversationOf = (visible: Visible, id: number): Conversation | undefined =>
  visible.patch.conversations.get(id) ?? visible.base.conversations.get(id);

/** What is loaded of a conversation, as it is seen; undefined: nothing. */
export const threadOf = (visible: Visible, id: number): Thread | undefined =>
  visible.patch.threads.get(id) ?? visible.base.threads.get(id);
