import * as v from 'valibot';
import type { Client } from '../../client/client.ts';
import { ContactName, ContactNoteText } from '../../contract/contact.ts';
import { EmailAddress, Id } from '../../contract/schema.ts';
import { type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { contactIn, ownerNamedBy } from '../conversation/contacts.ts';
import type { Visible } from '../world.ts';
import type { Change, ChangeOutcome, OwnCall, Title } from './change.ts';
import { editContacts, editConversations, editThread } from './edit-visible.ts';
import { OneConversationId } from './ids.ts';
import { orRefused } from './send.ts';

const Args = v.object({
  /** The conversation in which it is made. */
  ids: OneConversationId,
  /** The other loaded conversations that show the contact. */
  also: v.optional(v.array(Id)),
  contact_id: Id,
  name: v.optional(ContactName),
  email: v.optional(EmailAddress),
  /** The team's note about the contact, null for none, and the one that it replaces. */
  note: v.optional(v.nullable(ContactNoteText)),
  former: v.optional(v.nullable(v.string())),
});
type Args = v.InferOutput<typeof Args>;

/** A person's name and address, with the given ones in place of them. */
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

/** Every conversation that shows the contact. */
function touched({ ids, also = [] }: Args): readonly number[] {
  return [...new Set([...ids, ...also])];
}

function apply(visible: Visible, args: Args): Visible {
  const { contact_id, note } = args;
  const ids = touched(args);
  const named = editConversations(visible, ids, c => {
    if (c.requester?.id !== contact_id) return c;
    const requester = changed(c.requester, args);
    const isSame = note === undefined || (c.requester_note ?? null) === note;
    if (isSame) return requester === c.requester ? c : { ...c, requester };
    const { requester_note: _, ...others } = c;
    return { ...others, requester, ...(note !== null && { requester_note: safeBlock(note) }) };
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
function inverse(
  { ids, also, contact_id, name, email, note, former: noted }: Args,
  before: Visible,
): readonly OwnCall[] {
  const former = ids.map(id => contactIn(before, id, contact_id)).find(found => found !== undefined);
  const back = {
    ...(name === undefined || !former?.name || former.name === safeLine(name) ? {} : { name: former.name }),
    ...(email === undefined || !former?.email || former.email === safeLine(email) ? {} : { email: former.email }),
    ...(note !== undefined && { note: noted, former: note }),
  };
  return Object.keys(back).length > 0 ? [{ name: 'contact.update', args: { ids, also, contact_id, ...back } }] : [];
}

function titleOf({ ids, contact_id, name, email, note }: Args, visible: Visible): Title {
  const former = ids.map(id => contactIn(visible, id, contact_id)).find(found => found !== undefined);
  const who = former?.name || t`contact #${contact_id}`;
  if (note === null) return { text: t`Took away the note about ${who}`, short: t`Note taken away` };
  if (note !== undefined) return { text: t`Noted about ${who}`, short: t`Noted` };
  const isShown = name === undefined || safeLine(name) === former?.name;
  if (name !== undefined && (!isShown || email === undefined))
    return { text: t`Renamed ${isShown ? t`a contact` : who} to ${safeLine(name)}`, short: t`Renamed` };
  return { text: t`Changed the address of ${who} to ${safeLine(email ?? '')}`, short: t`Address changed` };
}

async function send(client: Client, args: Args, key: string): Promise<ChangeOutcome | null> {
  const { ids, contact_id, name, email, note, former = null } = args;
  const params = { contact_id };
  const there = note === undefined ? undefined : (await client.contact.get({ params })).data.note;
  const now = there?.text ?? null;
  // A repeated call, whose answer was lost, has another version and would be another call.
  if (note !== undefined && now === note) return { conversations: [], refused: [], reread: touched(args) };
  if (note !== undefined && now !== former)
    return { conversations: [], refused: ids.map(id => ({ id, reason: t`another agent has changed it` })) };
  const body = { name, email, ...(note !== undefined && { note, note_version: there?.version ?? 0 }) };
  const sent = await attempt(client.contact.update({ params, body, key }));
  if ('value' in sent) return sent.value.data ? { conversations: [], refused: [], reread: touched(args) } : null;
  const { error } = sent;
  const ownerId = ownerNamedBy(error);
  const refused = (reason: SafeText): ChangeOutcome => ({
    conversations: [],
    refused: ids.map(id => ({ id, reason })),
  });
  if (ownerId !== undefined) {
    const owner = await attempt(client.contact.get({ params: { contact_id: ownerId } }));
    if ('value' in owner) return refused(t`contact #${ownerId}, ${owner.value.data.name}, has this address already`);
  }
  if (!error.isMissing) throw error;
  // If the contact is there, or can never be read here, the call is not.
  const read = await attempt(client.contact.get({ params }));
  if ('error' in read && !(error.isUnclear && read.error.isUnclear)) throw error;
  const absent = client.capabilities.absence('contactUpdate');
  return { ...refused(absent.reason), absent };
}

/** Changes a contact's name, address or note; every conversation of the contact shows it. */
export const contactUpdate: Change<Args> = {
  args: Args,
  allIds: touched,
  apply,
  send: (client, args, key) => orRefused(args.ids, () => send(client, args, key)),
  check: async (client, { contact_id, name, email, note }) => {
    const { data } = await client.contact.get({ params: { contact_id } });
    const isNoted = note === undefined || (data.note?.text ?? null) === note;
    const isDone =
      isNoted && (name === undefined || data.name === safeLine(name)) && (email ?? data.email) === data.email;
    return isDone ? { conversations: [], refused: [] } : 'notDone';
  },
  written: ({ note }) => ['note', note ? { text: note } : {}],
  // A help center may keep the names of authors as they were.
  holds: (args, visible, id) => {
    const contact = contactIn(visible, id, args.contact_id);
    return contact === undefined || changed(contact, args) === contact;
  },
  isRepeatable: false,
  undo: inverse,
  title: titleOf,
  refusal: t`Contact not changed`,
};
