import * as v from 'valibot';
import type { Client } from '../../client/client.ts';
import { Id } from '../../contract/schema.ts';
import { safeLine, t } from '../../text/safe.ts';
import { isApiError } from '../calls/attempt.ts';
import { contactIn, hasContact } from '../conversation/contacts.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, Visible } from '../world.ts';
import type { Change, ChangeOutcome } from './change.ts';
import { onVersion } from './condition.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({
  ids: ConversationIds,
  contact_id: Id,
  name: v.optional(v.string()),
  email: v.optional(v.nullable(v.string())),
});

function without(visible: Visible, conversation: Conversation, contactId: number): Conversation {
  if (!hasContact(conversation, contactId)) return conversation;
  const contacts = conversation.contacts.filter(id => id !== contactId);
  if (conversation.requester?.id !== contactId) return { ...conversation, contacts };
  const [next] = contacts;
  const unknown = next === undefined ? null : { id: next, name: t``, email: null };
  const requester = next === undefined ? null : (contactIn(visible, conversation.id, next) ?? unknown);
  return { ...conversation, contacts, requester };
}

/** The conversation as it is afterwards: the deletion itself is answered without it. */
async function remove(
  client: Client,
  id: number,
  contactId: number,
  condition: { readonly key: string; readonly ifMatch?: string },
): Promise<Conversation | ChangeOutcome> {
  const isMissing = await client.conversation
    .removeContact({ params: { conversation_id: id, contact_id: contactId }, ...condition })
    .then(
      () => false,
      error => {
        if (isApiError(error) && error.isMissing) return true;
        throw error;
      },
    );
  const { data } = await client.conversation.get({ params: { conversation_id: id } });
  if (!hasContact(data, contactId)) return data;
  const absent = client.capabilities.absence('contactRemoval');
  if (isMissing) return { conversations: [data], refused: [{ id, reason: absent.reason }], absent };
  return { conversations: [], refused: [], unsure: { ids: [id], problem: t`The contact is still on it.` } };
}

/** Takes a contact off conversations; if it was the requester, the next contact becomes that. */
export const contactRemove: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, contact_id }) => editConversations(visible, ids, c => without(visible, c, contact_id)),
  send: (client, { ids, contact_id }, key, { versions }) =>
    sendEach(ids, key, (id, ownKey) => remove(client, id, contact_id, { key: ownKey, ...onVersion(versions, id) })),
  isRepeatable: false,
  undo: ({ ids, contact_id, name, email }, before) => {
    const held = ids.filter(id => {
      const conversation = conversationOf(before, id);
      return conversation !== undefined && hasContact(conversation, contact_id);
    });
    return held.length > 0 ? [{ name: 'contact.add', args: { ids: held, contact_id, name, email } }] : [];
  },
  title: ({ ids, contact_id, name }) =>
    countedTitle(t`Took ${name ? safeLine(name) : t`contact #${contact_id}`} off`, ids),
  refusal: t`Contact not taken off`,
};
