import * as v from 'valibot';
import { ContactName } from '../../contract/contact.ts';
import { EmailAddress } from '../../contract/schema.ts';
import { KeptLine } from '../../keys/kept-forms.ts';
import { type OnConversation, peopleOn, personKey } from '../../state/detail/people-lines.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Contact, World } from '../../state/world.ts';
import { readNameAndAddress } from '../../text/name-and-address.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { shownFault } from './fault.ts';

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
  if (!one) return t`No contact is selected: gc shows the contacts.`;
  if (one.kind === 'participant') return t`${one.person.name || one.person.email} is no contact yet: + adds one.`;
  return one.person ? { ...one.person, id: one.id } : t`The name of this contact could not be read; gc tries again.`;
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
