import type { Action } from '../../keys/action.ts';
import { takesMore } from '../../state/query/values.ts';
import { everything } from '../../state/views.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { selectedContact } from '../conversation/selected-person.ts';
import { goToList } from './go-to.ts';

export const contactConversations: Action<'contact.conversations'> = {
  id: 'contact.conversations',
  title: t`List the contact’s conversations`,
  help: t`Lists what was asked from the selected contact’s address`,
  scope: 'detail',
  keys: [],
  words: ['customer', 'requester', 'from'],
  unavailable: world => {
    const address = addressOf(world);
    return typeof address === 'string' ? undefined : address.reason;
  },
  run: desk => {
    const from = addressOf(desk.world());
    if (typeof from === 'string') goToList(desk, { ...everything, from, archived: 'any' });
  },
};

/** The address by which the list is filtered, or why it cannot be. */
function addressOf(world: World): SafeText | { readonly reason: SafeText } {
  const contact = selectedContact(world);
  if (typeof contact === 'string') return { reason: contact };
  if (!contact.email) return { reason: t`This contact has no address to filter by.` };
  return takesMore(world) ? contact.email : { reason: t`This help center does not filter by who asked.` };
}
