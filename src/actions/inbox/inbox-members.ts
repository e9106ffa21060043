import { filterTaken } from '../../keys/list-state.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { say } from '../../keys/overlay.ts';
import type { Flow } from '../../keys/script.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { mayChange } from './administering.ts';
import { fillIn, formName, formOf } from './fields.ts';

/** The people who can be named in a field of the open form. */
interface Members {
  readonly id: string;
  readonly field: 'team_ids' | 'agent_ids';
  readonly noun: SafeText;
  readonly all: (world: World) => readonly Option[];
  /** The line if none matches. */
  readonly none: (world: World) => SafeText;
}

/** The teams with access to the inbox of the open form. */
export const teamsFlow = membersFlow({
  id: 'inbox.teams',
  field: 'team_ids',
  noun: t`Teams`,
  all: ({ base }) =>
    (base.teams ?? []).map(({ id, name, agent_ids }) => ({
      id: String(id),
      label: name || t`#${id}`,
      detail: t`${agent_ids.length} agents`,
    })),
  none: ({ keyNames }) => t`No team matches: ${keyNames['inbox.administer']} u makes one.`,
});

/** The agents with access to the inbox, or in the team, of the open form. */
export const agentsFlow = membersFlow({
  id: 'inbox.agents',
  field: 'agent_ids',
  noun: t`Agents`,
  all: ({ base }) =>
    base.agents.map(({ id, name, email, disabled }) => ({
      id: String(id),
      label: name || t`#${id}`,
      detail: disabled ? t`disabled` : email,
    })),
  none: () => t`No agent matches.`,
});

function membersFlow({ id, field, noun, all, none }: Members): Flow {
  return choice({
    id,
    title: ({ world }) => t`${noun} of ${formName(world)}`,
    hasFilter: true,
    verb: t`on or off`,
    legend: () => t`✓ in it`,
    options: ({ world }) => {
      const chosen = new Set(chosenIn(world, field).map(String));
      return all(world)
        .toSorted((a, b) => a.label.localeCompare(b.label))
        .map(option => ({ ...option, sign: chosen.has(option.id) ? t`✓` : t` ` }));
    },
    empty: ({ world }) => none(world),
    take: (desk, { open }, { id: taken }) => {
      if (!mayChange(desk)) return;
      // The whole list is sent: unknown members would lose their access.
      if (formOf(desk.world())?.values[field] === null) {
        say(desk, t`The help center does not say who is in it: nothing to change.`);
        return;
      }
      const chosen = chosenIn(desk.world(), field);
      const isIn = chosen.includes(Number(taken));
      fillIn(desk, field, isIn ? chosen.filter(one => one !== Number(taken)) : [...chosen, Number(taken)]);
      filterTaken(desk, open);
    },
  });
}

function chosenIn(world: World, field: string): readonly number[] {
  return (formOf(world)?.values[field] ?? []) as readonly number[];
}
