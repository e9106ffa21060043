import * as v from 'valibot';
import { contract } from '../../contract/index.ts';
import type { Action, Option, Picker } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, filterTaken, openField, openPicker, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { shownFault } from '../conversation/fault.ts';
import { mayChange } from './administering.ts';
import { fillIn, formName, formOf, meaningOf } from './fields.ts';
import { inboxAtCursor, openInbox, whyNoInbox } from './inbox-draft.ts';
import type { Address } from './rebase.ts';

const { body: BODY } = contract.inbox.addEmail;

/** The address that is edited, by its place; null for a new one. */
interface Edited {
  readonly at: number | null;
}

export const inboxAddresses: Action<'inbox.addresses', { field: Edited }> = {
  id: 'inbox.addresses',
  title: t`Addresses of the inbox…`,
  help: t`Changes the addresses whose mail comes to the inbox`,
  words: ['email', 'mail', 'primary'],
  unavailable: whyNoInbox,
  run: desk => {
    openInbox(desk, inboxAtCursor(desk.world()) ?? null);
    openPicker(desk, inboxAddresses);
  },
  picker: {
    title: world => t`Addresses of ${formName(world)}`,
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

/** Those who can be named in a field of the open form. */
interface Members<Id extends string> extends Pick<Action<Id>, 'id' | 'title' | 'help' | 'words'> {
  readonly field: 'team_ids' | 'agent_ids';
  readonly noun: SafeText;
  readonly all: (world: World) => readonly Option[];
  readonly none: SafeText;
}

/** The teams with access to the inbox of the open form. */
export const inboxTeams: Action<'inbox.teams'> = membersAction({
  id: 'inbox.teams',
  title: t`Teams of the inbox…`,
  help: t`Chooses the teams that see the inbox`,
  words: ['access', 'permission'],
  field: 'team_ids',
  noun: t`Teams`,
  all: ({ base }) =>
    (base.teams ?? []).map(({ id, name, agent_ids }) => ({
      id: String(id),
      label: name || t`#${id}`,
      detail: t`${agent_ids.length} agents`,
    })),
  none: t`No team matches: gA u makes one.`,
});

/** The agents with access to the inbox, or in the team, of the open form. */
export const inboxAgents: Action<'inbox.agents'> = membersAction({
  id: 'inbox.agents',
  title: t`Agents of the inbox…`,
  help: t`Chooses the agents who see the inbox`,
  words: ['access', 'permission', 'member'],
  field: 'agent_ids',
  noun: t`Agents`,
  all: ({ base }) =>
    base.agents.map(({ id, name, email, disabled }) => ({
      id: String(id),
      label: name || t`#${id}`,
      detail: disabled ? t`disabled` : email,
    })),
  none: t`No agent matches.`,
});

function membersAction<Id extends 'inbox.teams' | 'inbox.agents'>({
  field,
  noun,
  all,
  none,
  ...words
}: Members<Id>): Action<Id> {
  const picker: Picker = {
    title: world => t`${noun} of ${formName(world)}`,
    hasFilter: true,
    verb: t`on or off`,
    legend: () => t`✓ in it`,
    options: (world, { draft }) => {
      const chosen = new Set(chosenIn(world, field).map(String));
      const options = all(world).toSorted((a, b) => a.label.localeCompare(b.label));
      return filterOptions(
        options.map(option => ({ ...option, sign: chosen.has(option.id) ? t`✓` : t` ` })),
        draft,
      );
    },
    empty: () => none,
    take: (desk, _overlay, { id }) => {
      if (!mayChange(desk)) return;
      // The whole list is sent: those who are not known would lose their access.
      if (formOf(desk.world())?.values[field] === null) {
        say(desk, t`The help center does not say who is in it: nothing to change.`);
        return;
      }
      const chosen = chosenIn(desk.world(), field);
      const isIn = chosen.includes(Number(id));
      fillIn(desk, field, isIn ? chosen.filter(one => one !== Number(id)) : [...chosen, Number(id)]);
      filterTaken(desk);
    },
  };
  return {
    ...words,
    unavailable: whyNoInbox,
    run: desk => {
      openInbox(desk, inboxAtCursor(desk.world()) ?? null);
      openPicker(desk, { id: words.id, picker });
    },
    picker,
  };
}

function chosenIn(world: World, field: string): readonly number[] {
  return (formOf(world)?.values[field] ?? []) as readonly number[];
}
