import * as v from 'valibot';
import { contract } from '../../contract/index.ts';
import type { Action, Option } from '../../keys/action.ts';
import { closeOverlay, openField, openPicker } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { World } from '../../state/world.ts';
import { safeLine, t } from '../../text/safe.ts';
import { shownFault } from '../conversation/fault.ts';
import { mayChange } from './access.ts';
import type { Address } from './address-list.ts';
import { fillIn, formName, formOf } from './draft.ts';
import { meaningOf } from './fields.ts';
import { inboxAtCursor, openInbox, whyNoInbox } from './inbox-draft.ts';

const { body: BODY } = contract.inbox.addEmail;

/** The address that is edited, by its place; null for a new one. */
interface Edited {
  readonly at: number | null;
}

export const inboxAddresses: Action<'inbox.addresses', { field: Edited }> = {
  id: 'inbox.addresses',
  title: t`Addresses of the inbox…`,
  help: t`Changes the addresses whose mail comes to the inbox`,
  scope: 'everywhere',
  keys: [],
  words: ['email', 'mail', 'primary'],
  unavailable: whyNoInbox,
  run: desk => {
    openInbox(desk, inboxAtCursor(desk.world()) ?? null);
    openPicker(desk, inboxAddresses);
  },
  picker: {
    title: world => t`Addresses of ${formName(world)}`,
    hasFilter: false,
    verb: t`change`,
    keys: [
      { key: 'a', word: t`add`, run: desk => write(desk, null) },
      { key: 's', word: t`primary or secondary`, run: (desk, _overlay, option) => edit(desk, option, switched) },
      { key: 'D', word: t`delete`, run: (desk, _overlay, option) => edit(desk, option, without) },
    ],
    options: world => addressesIn(world).map(optionOf),
    empty: () => t`No address: mail of customers does not come here. a adds one.`,
    take: (desk, _overlay, { id }) => write(desk, Number(id)),
  },
  field: {
    kept: { form: v.object({ at: v.nullable(v.number()) }) },
    title: (world, { data }) => (data.at === null ? t`New address of ${formName(world)}` : t`Address`),
    verb: t`take`,
    rule: () => meaningOf(BODY, 'email'),
    check: (world, { draft, data }) => {
      const email = draft.text.trim();
      const isHere = addressesIn(world).some(
        (one, at) => at !== data.at && one.email.toLowerCase() === email.toLowerCase(),
      );
      return isHere ? t`is an address of this inbox already` : shownFault(BODY.entries.email, email);
    },
    submit: (desk, { draft, data }) => {
      closeOverlay(desk);
      const email = draft.text.trim();
      const before = addressesIn(desk.world());
      const added: Address = { email, status: before.length === 0 ? 'primary' : 'secondary' };
      const after = data.at === null ? [...before, added] : before.with(data.at, { ...before[data.at]!, email });
      fillIn(desk, 'emails', after);
    },
  },
};

function addressesIn(world: World): readonly Address[] {
  return (formOf(world)?.values.emails ?? []) as readonly Address[];
}

function optionOf({ email, status }: Address, at: number): Option {
  return { id: String(at), label: safeLine(email), detail: safeLine(status ?? '') };
}

function write(desk: Desk, at: number | null): void {
  if (!mayChange(desk)) return;
  const text = at === null ? '' : (addressesIn(desk.world())[at]?.email ?? '');
  openField(desk, inboxAddresses, text, { at });
}

type Edit = (addresses: readonly Address[], at: number) => readonly Address[];

function edit(desk: Desk, option: Option | undefined, change: Edit): void {
  if (option && mayChange(desk)) fillIn(desk, 'emails', change(addressesIn(desk.world()), Number(option.id)));
}

/** At most one address is primary. */
function switched(addresses: readonly Address[], at: number): readonly Address[] {
  const isPrimary = addresses[at]?.status === 'primary';
  return addresses.map((one, index) => ({ ...one, status: index === at && !isPrimary ? 'primary' : 'secondary' }));
}

/** Without a primary address, the first one that is left becomes it. */
function without(addresses: readonly Address[], at: number): readonly Address[] {
  const left = addresses.filter((_, index) => index !== at);
  const hasPrimary = left.some(({ status }) => status === 'primary');
  return hasPrimary ? left : left.map((one, index) => (index === 0 ? { ...one, status: 'primary' } : one));
}
