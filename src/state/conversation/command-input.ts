import { safeJson } from '../../text/safe.ts';
import type { Conversation, Message, Thread } from '../world.ts';

/** A conversation with its messages and notes, as `frontdesk conversations show --json` prints it. */
export function conversationInput(conversation: Conversation, { messages, notes }: Pick<Thread, 'messages' | 'notes'>) {
  return `${safeJson({ ...conversation, messages, notes })}\n`;
}

/** The customer of a conversation, and which conversation it is. */
export function customerInput({ id, title, requester }: Conversation): string {
  const { id: contact = null, name = null, email = null } = requester ?? {};
  return `${safeJson({ conversation_id: id, title, contact_id: contact, name, email })}\n`;
}

/** The customer's newest message, otherwise the newest one; undefined without any message. */
export function newestMessage(messages: readonly Message[]): Message | undefined {
  return messages.findLast(({ author }) => author?.type === 'contact') ?? messages.at(-1);
}
