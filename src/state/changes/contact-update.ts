import * as v from 'valibot';
import { ContactName } from '../../contract/contact.ts';
import { EmailAddress, Id } from '../../contract/schema.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Absence, Change, OwnCall, Title } from '../change.ts';
import { contactIn } from '../contacts.ts';
import type { Visible } from '../world.ts';
import { editContacts, editConversations, editThread } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { orRefused } from './send.ts';

const Args = v.object({
  /** The loaded conversations that show the contact. */
  ids: ConversationIds,
  contact_id: Id,
  name: v.optional(ContactName),
  email: v.optional(EmailAddress),
});
type Args = v.InferOutput<typeof Args>;

const ABSENT: Absence = { offer: 'contactUpdate', reason: t`This help center does not change contacts.` };

/** The name and address of anybody, with what is given in place of it. */
function changed<P extends { readonly name: SafeText; readonly email: SafeText | null }>(
  person: P,
  { name, email }: Args,
): P {
  const next = {
    name: name === undefined ? person.name : safeLine(name),
    email: email === undefined ? person.email : safeLine(email),
  };
  return next.name === person.name && next.email === person.email ? person : { ...person, ...next };
}

/** The same list if nothing in it changes. */
function changedWhere<P>(all: readonly P[], isMeant: (one: P) => boolean, change: (one: P) => P): readonly P[] {
  const next = all.map(one => (isMeant(one) ? change(one) : one));
  return next.every((one, at) => one === all[at]) ? all : next;
}

function apply(visible: Visible, args: Args): Visible {
  const { ids, contact_id } = args;
  const named = editConversations(visible, ids, c => {
    const requester = c.requester?.id === contact_id ? changed(c.requester, args) : c.requester;
    return requester === c.requester ? c : { ...c, requester };
  });
  const listed = editContacts(named, ids, contacts =>
    changedWhere(
      contacts,
      ({ id }) => id === contact_id,
      one => changed(one, args),
    ),
  );
  return ids.reduce(
    (seen, id) =>
      editThread(seen, id, thread => {
        const messages = changedWhere(
          thread.messages,
          ({ author }) => author.type === 'contact' && author.id === contact_id,
          one => {
            const author = changed(one.author, args);
            return author === one.author ? one : { ...one, author };
          },
        );
        return messages === thread.messages ? thread : { ...thread, messages };
      }),
    listed,
  );
}

/** The former name and address, as far as they change; an address that was not there cannot be taken away again. */
function inverse({ ids, contact_id, name, email }: Args, before: Visible): readonly OwnCall[] {
  const former = ids.map(id => contactIn(before, id, contact_id)).find(found => found !== undefined);
  const back = {
    ...(name === undefined || !former?.name || former.name === safeLine(name) ? {} : { name: former.name }),
    ...(email === undefined || !former?.email || former.email === safeLine(email) ? {} : { email: former.email }),
  };
  return Object.keys(back).length > 0 ? [{ name: 'contact.update', args: { ids, contact_id, ...back } }] : [];
}

function titleOf({ ids, contact_id, name, email }: Args, visible: Visible): Title {
  const former = ids.map(id => contactIn(visible, id, contact_id)).find(found => found !== undefined);
  const who = former?.name || t`contact #${contact_id}`;
  const isRenamed = name !== undefined && safeLine(name) !== former?.name;
  if (isRenamed) return { text: t`Renamed ${who} to ${safeLine(name)}`, short: t`Renamed` };
  return { text: t`Changed the address of ${who} to ${safeLine(email ?? '')}`, short: t`Address changed` };
}

/** Changes a contact's name or address; every conversation of the contact shows it. */
export const contactUpdate: Change<Args> = {
  args: Args,
  apply,
  send: (client, { ids, contact_id, name, email }, key) =>
    orRefused(ids, async () => {
      const params = { contact_id };
      const sent = await attempt(client.contact.update({ params, body: { name, email }, key }));
      if ('value' in sent) return sent.value.data ? { conversations: [], refused: [], reread: ids } : null;
      if (!sent.error.isMissing) throw sent.error;
      // The contact is there, so the call is not.
      const read = await attempt(client.contact.get({ params }));
      if ('error' in read && !(sent.error.isUnclear && read.error.isUnclear)) throw sent.error;
      return { conversations: [], refused: ids.map(id => ({ id, reason: ABSENT.reason })), absent: ABSENT };
    }),
  check: async (client, { contact_id, name, email }) => {
    const { data } = await client.contact.get({ params: { contact_id } });
    const isDone = (name === undefined || data.name === safeLine(name)) && (email ?? data.email) === data.email;
    return isDone ? { conversations: [], refused: [] } : null;
  },
  isRepeatable: false,
  undo: inverse,
  title: titleOf,
  refusal: t`Contact not changed`,
};
