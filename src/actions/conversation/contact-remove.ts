import type { Action } from '../../keys/action.ts';
import { closeOverlay, openQuestion } from '../../keys/overlay.ts';
import { contactIds, contactIn } from '../../state/contacts.ts';
import { personName } from '../../state/person-name.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Contact, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { selectedContact } from './selected-person.ts';
import { named } from './targets.ts';

export const contactRemove: Action<'contact.remove', { question: Contact }> = {
  id: 'contact.remove',
  title: t`Take the contact off`,
  help: t`Takes the selected contact off the conversation (D)`,
  scope: 'detail',
  keys: [],
  words: ['remove', 'participant', 'customer'],
  changes: true,
  unavailable: world => {
    const contact = selectedContact(world);
    if (typeof contact === 'string') return contact;
    const { contactRemoval } = world.offers;
    return contactRemoval === undefined || contactRemoval === true ? undefined : contactRemoval;
  },
  run: desk => {
    const world = desk.world();
    const { conversationId } = world.detail;
    const contact = selectedContact(world);
    if (conversationId !== null && typeof contact !== 'string')
      openQuestion(desk, contactRemove, [conversationId], contact);
  },
  question: {
    title: (world, { targets, data }) => t`Take ${personName(world, data)} off ${named(targets)}?`,
    lines: (world, { targets, data }) => [
      t`The contact and its messages stay; z adds it again, after the others.`,
      ...requesterLines(world, targets[0]!, data),
    ],
    verb: t`take off`,
    answer: (desk, { targets, data }) => {
      const { id, name, email } = data;
      closeOverlay(desk);
      desk.commit('contact.remove', { ids: targets, contact_id: id, name, email });
    },
  },
};

/** What becomes of the requester. */
function requesterLines(world: World, id: number, { id: contactId }: Contact): readonly SafeText[] {
  const conversation = conversationOf(world, id);
  const [first, next] = conversation ? contactIds(conversation) : [];
  if (first !== contactId) return [];
  if (next === undefined) return [t`Then the conversation has no customer.`];
  const person = contactIn(world, id, next);
  return [t`Then ${person ? personName(world, person) : t`contact #${next}`} is its customer.`];
}
