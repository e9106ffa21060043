import type { Action } from '../../keys/action.ts';
import { closeOverlay, openField, openQuestion, replaceOverlay, topOverlay } from '../../keys/overlay.ts';
import { type Attempt, attempt } from '../../state/attempt.ts';
import { ownerNamedBy } from '../../state/contacts.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import type { Contact } from '../../state/world.ts';
import { readNameAndAddress } from '../../text/name-and-address.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { contactAdd } from './contact-add.ts';
import { PERSON_RULE, whyNotPerson } from './person-text.ts';
import { named } from './targets.ts';

export const contactCreate: Action<'contact.create', { field: undefined }> = {
  id: 'contact.create',
  title: t`New contact…`,
  help: t`Makes a contact and adds it to the conversation`,
  scope: 'conversations',
  keys: [],
  words: ['customer', 'person', 'participant'],
  changes: true,
  asks: true,
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
    add(desk, overlay, answer.value.data);
  } else if (topOverlay(desk.world()) === sending) {
    await refused(desk, overlay, sending, answer);
  }
}

function add(desk: Desk, { targets }: FieldOverlay, { id, name, email }: Contact): void {
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
