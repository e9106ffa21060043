import type { Action } from '../../keys/action.ts';
import { closeOverlay, openOverlay, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { personName } from '../../state/person-name.ts';
import type { Contact } from '../../state/world.ts';
import { readNameAndAddress, writeNameAndAddress } from '../../text/name-and-address.ts';
import { t } from '../../text/safe.ts';
import { KeptContact } from './kept-contact.ts';
import { PERSON_RULE, whyNotPerson } from './person-text.ts';
import { selectedContact } from './selected-person.ts';

export const contactRename: Action<'contact.rename', { field: Contact }> = {
  id: 'contact.rename',
  title: t`Change the contact…`,
  help: t`Changes name and address of the selected contact (=)`,
  scope: 'detail',
  keys: [],
  words: ['rename', 'address', 'email', 'customer'],
  changes: true,
  unavailable: world => {
    const contact = selectedContact(world);
    if (typeof contact === 'string') return contact;
    const { contactUpdate } = world.offers;
    return contactUpdate === undefined || contactUpdate === true ? undefined : contactUpdate;
  },
  run: desk => {
    const world = desk.world();
    const contact = selectedContact(world);
    const { conversationId } = world.detail;
    if (typeof contact === 'string' || conversationId === null) return;
    const text = writeNameAndAddress(contact);
    openOverlay(desk, {
      kind: 'field',
      actionId: contactRename.id,
      targets: [conversationId],
      draft: { text, cursor: text.length },
      multiline: false,
      data: contact,
    });
  },
  field: {
    kept: { form: KeptContact },
    title: (world, { data }) => t`Name and address of ${personName(world, data)}`,
    verb: t`save`,
    rule: () => PERSON_RULE,
    check: (_world, { draft, data }) =>
      data.email !== null && readNameAndAddress(draft.text).email === ''
        ? t`An address can be changed, but not taken away`
        : whyNotPerson(draft.text, data.email === null),
    submit: (desk, { targets, draft, data }) => {
      const { name, email } = readNameAndAddress(draft.text);
      const change = { ...(name === data.name ? {} : { name }), ...(email === (data.email ?? '') ? {} : { email }) };
      closeOverlay(desk);
      if (Object.keys(change).length === 0) say(desk, t`Nothing was changed.`);
      else
        desk.commit('contact.update', {
          ids: targets,
          also: alsoOf(desk, targets, data),
          contact_id: data.id,
          ...change,
        });
    },
  },
};

/** The other loaded conversations whose requester it is. */
function alsoOf(desk: Desk, targets: readonly number[], { id: contactId }: Contact): number[] {
  const { base } = desk.world();
  const own = [...base.conversations.values()].filter(({ requester }) => requester?.id === contactId);
  return own.map(({ id }) => id).filter(id => !targets.includes(id));
}
