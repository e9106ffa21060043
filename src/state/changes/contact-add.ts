import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { safeLine, t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, contact_id: Id, name: v.optional(v.string()) });

/** Adds a contact to conversations. The service has no call that removes one. */
export const contactAdd: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, contact_id }) =>
    editConversations(visible, ids, c =>
      c.contacts.includes(contact_id) ? c : { ...c, contacts: [...c.contacts, contact_id] },
    ),
  send: (client, { ids, contact_id }, key) =>
    sendEach(
      ids,
      key,
      async (id, ownKey) =>
        (await client.conversation.addContact({ params: { conversation_id: id }, body: { contact_id }, key: ownKey }))
          .data,
    ),
  isRepeatable: false,
  undo: 'none',
  title: ({ ids, contact_id, name }) =>
    countedTitle(t`Added ${name ? safeLine(name) : t`contact #${contact_id}`} to`, ids),
  refusal: t`Contact not added`,
};
