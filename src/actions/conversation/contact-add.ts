import type { Action, Option } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import {
  closeOverlay,
  openField,
  openQuestion,
  pickerOverlay,
  replaceOverlay,
  say,
  topOverlay,
} from '../../keys/overlay.ts';
import { attempt } from '../../state/attempt.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { personName } from '../../state/person-name.ts';
import type { Contact, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { named, whyNoTarget } from './targets.ts';

const MAX_FOUND = 50;
const BOTH_BOXES = 2;

export const contactAdd: Action<'contact.add', { picker: readonly Contact[]; question: Contact }> = {
  id: 'contact.add',
  title: t`Add a contact…`,
  help: t`Adds a contact, found by name or address`,
  scope: 'conversations',
  keys: ['+'],
  words: ['cc', 'participant', 'customer'],
  changes: true,
  unavailable: world => whyNoTarget(world) ?? whyNoContacts(world),
  run: desk => openField(desk, contactAdd, ''),
  field: {
    title: (_world, { targets }) => t`Add a contact to ${named(targets)}: name or address`,
    verb: t`find`,
    submit: (desk, overlay) => void find(desk, overlay),
  },
  picker: {
    title: (_world, { targets }) => t`Add to ${named(targets)}`,
    hasFilter: true,
    verb: t`choose`,
    options: (_world, { data, draft }) => filterOptions(data.map(optionOf), draft),
    take: (desk, { targets, data }, { id }) => {
      const contact = data.find(found => String(found.id) === id);
      if (contact) openQuestion(desk, contactAdd, targets, contact);
    },
  },
  question: {
    title: (world, { targets, data }) => t`Add ${personName(world, data)} to ${named(targets)}?`,
    lines: () => [t`The help center cannot remove a contact again.`],
    verb: t`add`,
    answer: (desk, { targets, data }) => {
      const { id, name } = data;
      closeOverlay(desk, BOTH_BOXES);
      desk.commit('contact.add', { ids: targets, contact_id: id, name });
    },
  },
};

function whyNoContacts({ offers }: World) {
  const { contacts } = offers;
  return contacts === undefined || contacts === true ? undefined : t`No contact can be added: ${contacts}`;
}

function optionOf({ id, name, email }: Contact): Option {
  return { id: String(id), label: name || t`#${id}`, detail: email ?? t`` };
}

/** Asks the help center; its answer replaces the field, if that is still open. */
async function find(desk: Desk, overlay: FieldOverlay): Promise<void> {
  const answer = await attempt(desk.client.contact.list({ query: { q: overlay.draft.text.trim(), limit: MAX_FOUND } }));
  if (topOverlay(desk.world()) !== overlay) return;
  if ('error' in answer) say(desk, t`No contacts were found: ${answer.error.reason}`);
  else if (answer.value.data.length === 0) say(desk, t`No contact matches.`);
  else {
    const { targets } = overlay;
    replaceOverlay(desk, pickerOverlay(contactAdd, targets, answer.value.data));
  }
}
