import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { safeLine, t } from '../../text/safe.ts';
import { hasContact } from '../conversation/contacts.ts';
import { conversationOf } from '../visible.ts';
import type { Contact, Visible } from '../world.ts';
import type { Change } from './change.ts';
import { onVersion } from './condition.ts';
import { editContacts, editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({
  ids: ConversationIds,
  contact_id: Id,
  name: v.optional(v.string()),
  email: v.optional(v.nullable(v.string())),
});

/** Those of these conversations that are loaded and do not have the contact. */
function withoutIt(visible: Visible, ids: readonly number[], contactId: number): readonly number[] {
  return ids.filter(id => {
    const conversation = conversationOf(visible, id);
    return conversation !== undefined && !hasContact(conversation, contactId);
  });
}

function withOne(contacts: readonly Contact[], contact: Contact): readonly Contact[] {
  return contacts.some(({ id }) => id === contact.id) ? contacts : [...contacts, contact];
}

/** Adds a contact to conversations, after the others. */
export const contactAdd: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, contact_id, name = '', email = null }) => {
    const contact: Contact = { id: contact_id, name: safeLine(name), email: email === null ? null : safeLine(email) };
    const requester = name === '' ? null : contact;
    const fresh = withoutIt(visible, ids, contact_id);
    const added = editConversations(visible, fresh, c => ({
      ...c,
      contacts: [...c.contacts, contact_id],
      requester: c.requester ?? requester,
    }));
    return requester === null ? added : editContacts(added, fresh, contacts => withOne(contacts, requester));
  },
  send: (client, { ids, contact_id }, key, { versions }) =>
    sendEach(
      ids,
      key,
      async (id, ownKey) =>
        (
          await client.conversation.addContact({
            params: { conversation_id: id },
            body: { contact_id },
            key: ownKey,
            ...onVersion(versions, id),
          })
        ).data,
    ),
  isRepeatable: false,
  undo: ({ ids, contact_id, name, email }, before) => {
    const fresh = withoutIt(before, ids, contact_id);
    return fresh.length > 0 ? [{ name: 'contact.remove', args: { ids: fresh, contact_id, name, email } }] : [];
  },
  title: ({ ids, contact_id, name }) =>
    countedTitle(t`Added ${name ? safeLine(name) : t`contact #${contact_id}`} to`, ids),
  refusal: t`Contact not added`,
};
