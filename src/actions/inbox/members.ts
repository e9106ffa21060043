import type { Action, Option, Picker } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { filterTaken, openPicker, say } from '../../keys/overlay.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { mayChange } from './access.ts';
import { fillIn, formName, formOf } from './draft.ts';
import { inboxAtCursor, openInbox, whyNoInbox } from './inbox-draft.ts';

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
    scope: 'everywhere',
    keys: [],
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
