import type { ApiError } from '../../client/api-error.ts';
import { conversationOf, threadOf } from '../visible.ts';
import type { Contact, Conversation, Visible } from '../world.ts';

/** A contact of a conversation, as far as its name and address are loaded. */
export function contactIn(visible: Visible, conversationId: number, contactId: number): Contact | undefined {
  const requester = conversationOf(visible, conversationId)?.requester;
  if (requester?.id === contactId) return requester;
  const thread = threadOf(visible, conversationId);
  const known = thread?.people?.contacts.find(({ id }) => id === contactId);
  if (known) return known;
  const author = thread?.messages.find(({ author: one }) => one.type === 'contact' && one.id === contactId)?.author;
  return author && { id: contactId, name: author.name, email: author.email };
}

/** Whether a contact is on a conversation. Another help center may name only the requester. */
export function hasContact({ contacts, requester }: Conversation, contactId: number): boolean {
  return contacts.includes(contactId) || requester?.id === contactId;
}

/** The contacts of a conversation in their order, the requester first. */
export function contactIds({ contacts, requester }: Conversation): readonly number[] {
  return contacts.length > 0 || requester === null ? contacts : [requester.id];
}

/** The contact that has the address already, as a refusal names it; undefined if it is another refusal. */
export function ownerNamedBy({ code, reason }: ApiError): number | undefined {
  const found = code === 'conflict' ? /\bcontact (\d{1,15})\b/i.exec(reason) : null;
  return found ? Number(found[1]) : undefined;
}
