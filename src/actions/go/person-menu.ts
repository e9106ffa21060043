import { act, whyUnavailable } from '../../keys/act.ts';
import type { Action, AnyAction } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { digitSign } from '../../keys/options.ts';
import { takesMore } from '../../state/query/values.ts';
import { everything } from '../../state/query/views.ts';
import type { ActionId } from '../../state/world/overlay.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { contactRemoveAction, contactRename, selectedContact, selectedPerson } from '../conversation/contact.ts';
import { contactAddAction } from '../conversation/contact-add.ts';
import { copyActions } from '../conversation/copy.ts';
import { goToList } from './go-to.ts';

export const contactConversations: Action<'contact.conversations'> = {
  id: 'contact.conversations',
  title: t`List the contact’s conversations`,
  help: t`Lists conversations from the selected contact’s address`,
  scope: 'detail',
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

interface Choice {
  readonly action: AnyAction;
  readonly label: SafeText;
  /** The action whose key does this to the selected person, too. */
  readonly like?: ActionId;
}

const COPY: Choice = {
  action: copyActions.find(({ id }) => id === 'copy.address')!,
  label: t`Copy the address`,
  like: 'copy.address',
};
const FOR_CONTACT: readonly Choice[] = [
  { action: contactRename, label: t`Change name and address`, like: 'conversation.title' },
  { action: contactRemoveAction, label: t`Take off this conversation`, like: 'entry.delete' },
  { action: contactConversations, label: t`List all conversations` },
  COPY,
];
const FOR_PARTICIPANT: readonly Choice[] = [
  { action: contactAddAction, label: t`Make a contact of this conversation`, like: 'contact.add' },
  COPY,
];

const menu = choice({
  id: 'person.menu',
  title: ({ world }) => selectedPerson(world)?.person?.name || t`This person`,
  verb: t`do it`,
  options: ({ world }) => choicesOf(world).map((choice, index) => menuOption(world, choice, index)),
  empty: () => t`This person is gone.`,
});

/** Lists the actions on the selected person. */
export const personMenu: Action<'person.menu'> = {
  id: 'person.menu',
  title: t`Actions for this person…`,
  help: t`Lists the actions for the selected person (Enter)`,
  scope: 'detail',
  words: ['contact', 'participant'],
  unavailable: world =>
    selectedPerson(world)
      ? undefined
      : t`No person is selected: ${world.keyNames['detail.contacts']} shows the people.`,
  run: desk => begin(desk, menu),
  flows: [menu],
};

function choicesOf(world: World): readonly Choice[] {
  const selected = selectedPerson(world);
  if (!selected) return [];
  return selected.kind === 'contact' ? FOR_CONTACT : FOR_PARTICIPANT;
}

function menuOption(world: World, { action, label, like }: Choice, index: number): Option {
  const reason = whyUnavailable(action, world);
  const detail = reason ?? (like ? world.keyNames[like] : t``);
  return { id: action.id, label, sign: digitSign(index), detail, run: desk => act(desk, action) };
}
