import * as v from 'valibot';
import type { Action, Option } from '../../keys/action.ts';
import {
  closeOverlay,
  openField,
  openOverlay,
  openQuestion,
  pickerOverlay,
  replaceOverlay,
  say,
  topOverlay,
} from '../../keys/overlay.ts';
import { type Attempt, attempt } from '../../state/attempt.ts';
import { hasContact, ownerNamedBy } from '../../state/contacts.ts';
import type { Desk } from '../../state/desk.ts';
import { whyLacking } from '../../state/offers.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { withAddress } from '../../state/person-name.ts';
import type { Contact, Conversation, World } from '../../state/world.ts';
import { readNameAndAddress } from '../../text/name-and-address.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { KeptContact, PERSON_RULE, selectedPerson, whyNotPerson } from './contact.ts';
import { conversationsOf, named, whyNoTarget } from './targets.ts';

const MAX_FOUND = 50;
const BOTH_BOXES = 2;
const NEW = 'new';

/** The words for which nothing was found: Enter on them makes a new contact. */
interface Missed {
  readonly missed: string | null;
}

interface Found {
  readonly contacts: readonly Contact[];
  readonly typed: string;
}

/** The contact to add; `isTaken`: a new one was asked for, but the address is this one’s. */
interface Chosen {
  readonly contact: Contact;
  readonly isTaken?: true;
}

export const contactAdd: Action<'contact.add', { field: Missed; picker: Found; question: Chosen }> = {
  id: 'contact.add',
  title: t`Add a contact…`,
  help: t`Adds a contact, found by name or address, or a new one`,
  scope: 'conversations',
  keys: ['+'],
  words: ['cc', 'participant', 'customer'],
  writes: true,
  needsServer: true,
  unavailable: world => whyNoTarget(world) ?? whyNoContacts(world),
  run: desk => openField(desk, contactAdd, participantOf(desk.world()), { missed: null }),
  field: {
    kept: { form: v.object({ missed: v.nullable(v.string()) }) },
    title: (_world, { targets }) => t`Add a contact to ${named(targets)}: name or address`,
    verb: t`find`,
    submit: (desk, overlay) => void find(desk, overlay),
  },
  picker: {
    kept: { form: v.object({ contacts: v.array(KeptContact), typed: v.string() }) },
    title: (_world, { targets }) => t`Add to ${named(targets)}`,
    hasFilter: true,
    verb: t`choose`,
    options: (world, { targets, data }) => {
      const conversations = conversationsOf(world, targets);
      const found = data.contacts.map(contact => optionOf(contact, conversations));
      return [...found, { id: NEW, label: t`new contact…`, sign: t`+`, stays: true }];
    },
    take: (desk, { targets, data }, { id }) => {
      const contact = data.contacts.find(found => String(found.id) === id);
      if (contact) openQuestion(desk, contactAdd, targets, { contact });
      else openNew(desk, targets, data.typed);
    },
  },
  question: {
    title: (_world, { targets, data }) => t`Add ${withAddress(data.contact)} to ${named(targets)}?`,
    lines: (world, { data }) => [
      ...(data.isTaken ? [t`The address is this contact’s already.`] : []),
      whyLacking(world, 'contactRemoval')
        ? t`It cannot be taken off again here.`
        : t`${world.keyNames.undo} takes it off again.`,
    ],
    verb: t`add`,
    answer: (desk, { targets, data }) => {
      closeOverlay(desk, BOTH_BOXES);
      add(desk, targets, data.contact);
    },
  },
};

function whyNoContacts(world: World) {
  const missing = whyLacking(world, 'contacts');
  return missing === undefined ? undefined : t`No contact can be added: ${missing}`;
}

/** The address of the selected person who is not a contact yet. */
function participantOf(world: World): string {
  const selected = selectedPerson(world);
  return selected?.kind === 'participant' ? selected.person.email : '';
}

function optionOf(contact: Contact, conversations: readonly Conversation[]): Option {
  const { id, name, email } = contact;
  const isThere = conversations.length > 0 && conversations.every(one => hasContact(one, id));
  return {
    id: String(id),
    label: name || t`#${id}`,
    detail: email ?? t``,
    ...(isThere ? { whyNot: t`is a contact already` } : {}),
  };
}

/** Asks the help center; its answer replaces the field, if that is still open. */
async function find(desk: Desk, overlay: FieldOverlay<Missed>): Promise<void> {
  const { targets, data } = overlay;
  const typed = overlay.draft.text.trim();
  if (typed !== '' && typed === data.missed) return openNew(desk, targets, typed);
  const answer = await attempt(desk.client.contact.list({ query: { q: typed, limit: MAX_FOUND } }));
  if (topOverlay(desk.world()) !== overlay) return;
  if ('error' in answer) say(desk, t`No contacts were found: ${answer.error.reason}`);
  else if (answer.value.data.length > 0) {
    replaceOverlay(desk, pickerOverlay(contactAdd, targets, { contacts: answer.value.data, typed }));
  } else {
    replaceOverlay(desk, { ...overlay, data: { missed: typed } });
    say(desk, t`No contact matches · Enter again makes a new one`);
  }
}

/** The field for a new contact in place of this box, with what was typed already. */
function openNew(desk: Desk, targets: readonly number[], typed: string): void {
  const isName = typed !== '' && !typed.includes('@');
  const text = isName ? `${typed} <>` : typed;
  const draft = { text, cursor: isName ? text.length - 1 : text.length };
  closeOverlay(desk);
  openOverlay(desk, { kind: 'field', actionId: 'contact.create', targets, draft, multiline: false, data: undefined });
}

export const contactCreate: Action<'contact.create', { field: undefined }> = {
  id: 'contact.create',
  title: t`New contact…`,
  help: t`Makes a contact and adds it to the conversation`,
  scope: 'conversations',
  words: ['customer', 'person', 'participant'],
  writes: true,
  needsServer: true,
  unavailable: world => contactAdd.unavailable?.(world),
  run: desk => openField(desk, contactCreate, ''),
  field: {
    title: (_world, { targets }) => t`New contact for ${named(targets)}`,
    verb: t`create and add`,
    rule: () => PERSON_RULE,
    check: (_world, { draft }) => (draft.text.trim() === '' ? undefined : whyNotPerson(draft.text)),
    submit: (desk, overlay) => {
      const fault = whyNotPerson(overlay.draft.text);
      if (fault === undefined) void create(desk, overlay);
      else replaceOverlay(desk, { ...overlay, fault });
    },
  },
};

/**
 * Its id is needed before it can be added, so it is created at once, not by the outbox: without an answer the text stays
 * in the box.
 */
async function create(desk: Desk, overlay: FieldOverlay): Promise<void> {
  const sending: FieldOverlay = { ...overlay, isSending: true };
  replaceOverlay(desk, sending);
  const body = readNameAndAddress(overlay.draft.text);
  const answer = await attempt(desk.client.contact.create({ body, key: desk.newKey() }));
  if ('value' in answer && answer.value.data) {
    if (topOverlay(desk.world()) === sending) closeOverlay(desk);
    add(desk, overlay.targets, answer.value.data);
  } else if (topOverlay(desk.world()) === sending) {
    await refused(desk, overlay, sending, answer);
  }
}

function add(desk: Desk, targets: readonly number[], { id, name, email }: Contact): void {
  desk.commit('contact.add', { ids: targets, contact_id: id, name, email });
}

/** The contact that has the address already is offered instead. */
async function refused(
  desk: Desk,
  overlay: FieldOverlay,
  sending: FieldOverlay,
  answer: Attempt<unknown>,
): Promise<void> {
  const keep = (fault: SafeText) => replaceOverlay(desk, { ...overlay, fault });
  if ('value' in answer) return keep(t`The help center did not say whether it made the contact; Enter tries again`);
  const { error } = answer;
  const ownerId = ownerNamedBy(error);
  if (ownerId === undefined) return keep(t`Not created: ${error.reason}`);
  const owner = await attempt(desk.client.contact.get({ params: { contact_id: ownerId } }));
  if (topOverlay(desk.world()) !== sending) return;
  if ('error' in owner) return keep(t`Not created: ${error.reason}`);
  replaceOverlay(desk, overlay);
  openQuestion(desk, contactAdd, overlay.targets, { contact: owner.value.data, isTaken: true });
}
