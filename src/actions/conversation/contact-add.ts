import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { questionBox } from '../../keys/one-box.ts';
import { namedOption, type Option } from '../../keys/option.ts';
import { boxOn } from '../../keys/parts.ts';
import { askBox, type CallResult, flow, readOnce } from '../../keys/script.ts';
import { attempt } from '../../state/calls/attempt.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import { hasContact, ownerNamedBy } from '../../state/conversation/contacts.ts';
import type { Desk } from '../../state/desk.ts';
import { withAddress } from '../../state/words/person-name.ts';
import type { Contact, Conversation, World } from '../../state/world.ts';
import { readNameAndAddress } from '../../text/name-and-address.ts';
import { t } from '../../text/safe.ts';
import { KeptContact, PERSON_RULE, selectedPerson, whyNotPerson } from './contact.ts';
import { conversationsTitle, loadedConversations, whyNoTarget } from './targets.ts';

const MAX_FOUND = 50;
const NEW = 'new';

const findBox = boxOn<{ readonly typed: string }>()({
  id: 'contact.find',
  title: ({ targets }) => t`Add a contact to ${conversationsTitle(targets)}: name or address`,
  verb: t`find`,
  parts: { words: { kind: 'line', start: ({ data }) => data.typed } },
});

const chooseBox = boxOn<{ readonly found: readonly Contact[] }>()({
  id: 'contact.choose',
  title: ({ targets }) => t`Add to ${conversationsTitle(targets)}`,
  verb: t`choose`,
  parts: {
    contact: {
      kind: 'choices',
      hasFilter: true,
      options: ({ world, targets, data }) => {
        const conversations = loadedConversations(world, targets);
        const found = data.found.map(contact => contactOption(contact, conversations));
        return [...found, { id: NEW, label: t`new contact…`, sign: t`+`, stays: true }];
      },
      legend: ({ data }) => (data.found.length === 0 ? t`no match: Enter again makes a new one` : undefined),
    },
  },
});

const addQuestion = questionBox<{ readonly contact: Contact; readonly isTaken: boolean }>({
  id: 'contact.question',
  title: ({ targets, data }) => t`Add ${withAddress(data.contact)} to ${conversationsTitle(targets)}?`,
  lines: ({ world, data }) => [
    ...(data.isTaken ? [t`The address is this contact’s already.`] : []),
    whyLacking(world, 'contactRemoval')
      ? t`It cannot be taken off again here.`
      : t`${world.keyNames.undo} takes it off again.`,
  ],
  verb: t`add`,
});

const newBox = boxOn<{ readonly typed: string }>()({
  id: 'contact.new',
  title: ({ targets }) => t`New contact for ${conversationsTitle(targets)}`,
  verb: t`create and add`,
  parts: {
    person: {
      kind: 'line',
      start: ({ data: { typed } }) => (typed !== '' && !typed.includes('@') ? `${typed} <>` : typed),
      rule: () => PERSON_RULE,
      check: (_view, text) => whyNotPerson(text),
    },
  },
});

/** Finds a contact, or makes one, and adds it. */
const addFlow = flow({
  id: 'contact.add',
  takesText: true,
  input: v.object({ typed: v.optional(v.string(), '') }),
  *script({ typed }, targets) {
    const { words } = yield* askBox(findBox, { typed });
    const found = yield* readOnce(v.array(KeptContact), desk => find(desk, words.trim()));
    const { contact: id } = yield* askBox(chooseBox, { found });
    const contact = found.find(one => String(one.id) === id);
    if (!contact) return yield* makeAndAdd(targets, words.trim());
    yield* askBox(addQuestion, { contact, isTaken: false });
    return desk => add(desk, targets, contact);
  },
});

const createFlow = flow({
  id: 'contact.create',
  takesText: true,
  script: (_input, targets) => makeAndAdd(targets, ''),
});

/** Its id is needed before it can be added: it is created at once, not by the outbox. */
function* makeAndAdd(targets: readonly number[], typed: string) {
  const { person } = yield* askBox(newBox, { typed });
  const made = yield* readOnce(CreatedContact, desk => create(desk, person));
  if (made.isTaken) yield* askBox(addQuestion, made);
  return (desk: Desk) => add(desk, targets, made.contact);
}

/** The new contact; `isTaken`: the one that has its address already. */
const CreatedContact = v.object({ contact: KeptContact, isTaken: v.boolean() });
type CreatedContact = v.InferOutput<typeof CreatedContact>;

async function find(desk: Desk, words: string): Promise<CallResult<readonly Contact[]>> {
  const answer = await attempt(desk.client.contact.list({ query: { q: words, limit: MAX_FOUND } }));
  if ('error' in answer) return { fault: t`No contacts were found: ${answer.error.reason}` };
  return { value: answer.value.data };
}

async function create(desk: Desk, person: string): Promise<CallResult<CreatedContact>> {
  const body = readNameAndAddress(person);
  const answer = await attempt(desk.client.contact.create({ body, key: desk.newKey() }));
  if ('value' in answer) {
    const { data } = answer.value;
    if (data) return { value: { contact: data, isTaken: false } };
    return { fault: t`The help center did not say whether it made the contact; Enter tries again` };
  }
  const refused = { fault: t`Not created: ${answer.error.reason}` };
  const ownerId = ownerNamedBy(answer.error);
  if (ownerId === undefined) return refused;
  const owner = await attempt(desk.client.contact.get({ params: { contact_id: ownerId } }));
  return 'error' in owner ? refused : { value: { contact: owner.value.data, isTaken: true } };
}

function add(desk: Desk, ids: readonly number[], { id, name, email }: Contact): void {
  desk.commit('contact.add', { ids, contact_id: id, name, email });
}

export const contactAddAction: Action<'contact.add'> = {
  id: 'contact.add',
  title: t`Add a contact…`,
  help: t`Adds a contact, found by name or address, or a new one`,
  scope: 'conversations',
  keys: ['+'],
  words: ['cc', 'participant', 'customer'],
  writes: true,
  needsServer: true,
  unavailable: whyNoTarget,
  run: desk => begin(desk, addFlow, { typed: participantOf(desk.world()) }),
  flows: [addFlow],
};

export const contactCreate: Action<'contact.create'> = {
  id: 'contact.create',
  title: t`New contact…`,
  help: t`Makes a contact and adds it to the conversation`,
  scope: 'conversations',
  words: ['customer', 'person', 'participant'],
  writes: true,
  needsServer: true,
  unavailable: world => contactAddAction.unavailable?.(world),
  run: desk => begin(desk, createFlow),
  flows: [createFlow],
};

/** The address of the selected person who is not a contact yet. */
function participantOf(world: World): string {
  const selected = selectedPerson(world);
  return selected?.kind === 'participant' ? selected.person.email : '';
}

function contactOption(contact: Contact, conversations: readonly Conversation[]): Option {
  const isThere = conversations.length > 0 && conversations.every(one => hasContact(one, contact.id));
  const whyNot = isThere ? { whyNot: t`is a contact already` } : {};
  return namedOption(contact, { detail: contact.email ?? t``, ...whyNot });
}
