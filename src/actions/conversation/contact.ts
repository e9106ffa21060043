import * as v from 'valibot';
import { ContactName } from '../../contract/contact.ts';
import { EmailAddress } from '../../contract/schema.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { lineFlow, question } from '../../keys/one-box.ts';
import { say } from '../../keys/overlay.ts';
import { KeptLine } from '../../keys/reopen.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { contactIds, contactIn } from '../../state/conversation/contacts.ts';
import { type OnConversation, peopleOn, personKey } from '../../state/detail/people-lines.ts';
import { conversationOf } from '../../state/visible.ts';
import { personName } from '../../state/words/person-name.ts';
import type { Contact, World } from '../../state/world.ts';
import { readNameAndAddress, writeNameAndAddress } from '../../text/name-and-address.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { shownFault } from './fault.ts';
import { conversationsTitle } from './targets.ts';

/** Whether the detail shows the people of a conversation and has the keys. */
export function isAmongPeople({ pane, detail }: World): boolean {
  return pane === 'detail' && detail.section === 'contacts' && detail.conversationId !== null;
}

/** The person selected among those of the conversation; undefined if it is something else. */
export function selectedPerson(world: World): OnConversation | undefined {
  const { conversationId, entryKey } = world.detail;
  const conversation = conversationId === null ? undefined : conversationOf(world, conversationId);
  if (!isAmongPeople(world) || !conversation) return undefined;
  return peopleOn(world, conversation).find(one => personKey(one) === entryKey);
}

/** The conversation selected among the others of the requester; undefined if it is something else. */
export function selectedOther(world: World): number | undefined {
  const found = isAmongPeople(world) ? /^conversation:(\d+)$/.exec(world.detail.entryKey ?? '') : null;
  return found ? Number(found[1]) : undefined;
}

/** The selected contact, by name and address; if no contact is selected, the reason. */
export function selectedContact(world: World): Contact | SafeText {
  const one = selectedPerson(world);
  if (!one) return t`No contact is selected: ${world.keyNames['detail.contacts']} shows the contacts.`;
  if (one.kind === 'participant')
    return t`${one.person.name || one.person.email} is not a contact yet: ${world.keyNames['contact.add']} adds one.`;
  return one.person
    ? { ...one.person, id: one.id }
    : t`The name of this contact could not be read; ${world.keyNames['detail.contacts']} tries again.`;
}

/** A contact in the kept input of a box. */
export const KeptContact = v.object({ id: v.number(), name: KeptLine, email: v.nullable(KeptLine) });

/** The form in which a person is typed, as a rule below a field. */
export const PERSON_RULE = t`Name <address>`;

/** Why the help center would not take a name and address; undefined if it would. `isOptional`: no address is right. */
export function whyNotPerson(text: string, isOptional = false): SafeText | undefined {
  const { name, email } = readNameAndAddress(text);
  const wrongName = shownFault(ContactName, name);
  if (wrongName !== undefined) return name === '' ? t`A name comes first: ${PERSON_RULE}` : t`The name ${wrongName}`;
  if (email === '') return isOptional ? undefined : t`An address is needed: ${PERSON_RULE}`;
  const wrongAddress = shownFault(EmailAddress, email);
  return wrongAddress === undefined ? undefined : t`The address ${wrongAddress}`;
}

const personLine = lineFlow<Contact>({
  id: 'contact.rename',
  input: KeptContact,
  title: ({ world, data }) => t`Name and address of ${personName(world, data)}`,
  verb: t`save`,
  start: ({ data }) => writeNameAndAddress(data),
  rule: () => PERSON_RULE,
  check: ({ data }, text) =>
    data.email !== null && readNameAndAddress(text).email === ''
      ? t`An address can be changed, but not taken away`
      : whyNotPerson(text, data.email === null),
  answer: (desk, text, targets, data) => {
    const { name, email } = readNameAndAddress(text);
    const change = { ...(name === data.name ? {} : { name }), ...(email === (data.email ?? '') ? {} : { email }) };
    const also = loadedOf(desk.world(), data.id, targets);
    if (Object.keys(change).length === 0) say(desk, t`Nothing was changed.`);
    else desk.commit('contact.update', { ids: targets, also, contact_id: data.id, ...change });
  },
});

export const contactRename: Action<'contact.rename'> = {
  id: 'contact.rename',
  title: t`Change the contact…`,
  help: t`Changes name and address of the selected contact`,
  scope: 'detail',
  words: ['rename', 'address', 'email', 'customer'],
  writes: true,
  unavailable: world => {
    const contact = selectedContact(world);
    return typeof contact === 'string' ? contact : whyLacking(world, 'contactUpdate');
  },
  run: desk => {
    const world = desk.world();
    const contact = selectedContact(world);
    const { conversationId } = world.detail;
    if (typeof contact === 'string' || conversationId === null) return;
    begin(desk, personLine, contact, [conversationId]);
  },
  flows: [personLine],
};

/** The loaded conversations whose requester it is, but those named. */
export function loadedOf({ base }: World, contactId: number, but: readonly number[]): number[] {
  const own = [...base.conversations.values()].filter(({ requester }) => requester?.id === contactId);
  return own.map(({ id }) => id).filter(id => !but.includes(id));
}

const removeQuestion = question<Contact>({
  id: 'contact.remove',
  title: ({ world, targets, data }) => t`Take ${personName(world, data)} off ${conversationsTitle(targets)}?`,
  lines: ({ world, targets, data }) => [
    t`The contact and its messages stay; ${world.keyNames.undo} adds it again, after the others.`,
    ...requesterLines(world, targets[0]!, data),
  ],
  verb: t`take off`,
  answer: (desk, { id, name, email }, ids) => desk.commit('contact.remove', { ids, contact_id: id, name, email }),
});

export const contactRemoveAction: Action<'contact.remove'> = {
  id: 'contact.remove',
  title: t`Take the contact off`,
  help: t`Takes the selected contact off the conversation`,
  scope: 'detail',
  words: ['remove', 'participant', 'customer'],
  writes: true,
  unavailable: world => {
    const contact = selectedContact(world);
    return typeof contact === 'string' ? contact : whyLacking(world, 'contactRemoval');
  },
  run: desk => {
    const world = desk.world();
    const { conversationId } = world.detail;
    const contact = selectedContact(world);
    if (conversationId !== null && typeof contact !== 'string') begin(desk, removeQuestion, contact, [conversationId]);
  },
  flows: [removeQuestion],
};

/** The lines that say what happens to the requester. */
function requesterLines(world: World, id: number, { id: contactId }: Contact): readonly SafeText[] {
  const conversation = conversationOf(world, id);
  const [first, next] = conversation ? contactIds(conversation) : [];
  if (first !== contactId) return [];
  if (next === undefined) return [t`Then the conversation has no customer.`];
  const person = contactIn(world, id, next);
  return [t`Then ${person ? personName(world, person) : t`contact #${next}`} is its customer.`];
}
