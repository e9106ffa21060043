import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import type { Option } from '../../keys/option.ts';
import { boxOn } from '../../keys/parts.ts';
import { askBox, flow } from '../../keys/script.ts';
import { takesMore } from '../../state/query/values.ts';
import { type Loads, readLoads } from '../../state/sync/numbers.ts';
import { loadTeams } from '../../state/sync/places.ts';
import { needsTeams, whyNotOffered } from '../../state/words/access.ts';
import { agentsOf } from '../../state/words/names.ts';
import type { Agent, Conversation, World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { conversationsTitle, loadedConversations, whyNoTarget } from './targets.ts';

const NOBODY = 'nobody';
const MAX_LOADS = 10;

interface AssignChoices {
  /** One conversation of each inbox and assignee: the others have the same choices. */
  readonly kinds: readonly Conversation[];
  /** The loads of the first agents. */
  readonly loads?: Loads;
}

const assignBox = boxOn<undefined, AssignChoices>()({
  id: 'assign.to',
  title: ({ targets }) => t`Assign ${conversationsTitle(targets)}`,
  verb: t`assign`,
  parts: {
    agent: {
      kind: 'choices',
      hasFilter: true,
      options: ({ world, targets, extra }) => [
        ...agentOptions(world, extra ?? { kinds: kindsOf(world, targets) }),
        nobody,
      ],
    },
  },
  load: (desk, { world, targets }, show, isOpen) => {
    const kinds = kindsOf(world, targets);
    show({ kinds });
    if (needsTeams(world, kinds)) void loadTeams(desk);
    if (!hasLoads(world)) return;
    const shown = agentOptions(world, { kinds }).filter(({ whyNot }) => !whyNot);
    const ids = shown.slice(0, MAX_LOADS).map(({ id }) => Number(id));
    void readLoads(desk, ids, isOpen).then(loads => loads.size > 0 && show({ kinds, loads }));
  },
});

const assign = flow({
  id: 'conversation.assign',
  takesText: true,
  *script(_input, targets) {
    const { agent } = yield* askBox(assignBox, undefined);
    return desk =>
      desk.commit('conversation.assign', { ids: targets, assign_to: agent === NOBODY ? null : Number(agent) });
  },
});

export const assignAction: Action<'conversation.assign'> = {
  id: 'conversation.assign',
  title: t`Assign to…`,
  help: t`Chooses the agent to assign`,
  scope: 'conversations',
  keys: ['a'],
  words: ['owner', 'give', 'transfer'],
  writes: true,
  hint: t`assign`,
  unavailable: whyNoTarget,
  run: desk => begin(desk, assign),
  flows: [assign],
};

const nobody: Option = { id: NOBODY, label: t`nobody`, sign: t`–` };

/** From this width of the screen on, the address stands beside the name. */
const ROOMY = 72;
const ADDRESS_COLUMNS = 26;
/** `9999+ open`. */
const LOAD_COLUMNS = 10;

/** Worked out once: there may be many conversations. */
export function kindsOf(world: World, targets: readonly number[]): readonly Conversation[] {
  return [
    ...new Map(loadedConversations(world, targets).map(one => [`${one.inbox_id} ${one.assign_to}`, one])).values(),
  ];
}

/** Whether loads stand beside the agents: not on a slow link, or if the help center does not count them. */
function hasLoads(world: World): boolean {
  return world.link !== 'slow' && takesMore(world);
}

/**
 * The agents to choose from: the calling agent first, then all others by name, with address and load. Loads that are
 * not read yet have their room already, so that nothing moves.
 */
export function agentOptions(world: World, { kinds, loads = new Map() }: AssignChoices): readonly Option[] {
  const { me } = world;
  const others = agentsOf(world)
    .filter(({ id }) => id !== me?.id)
    .sort((a, b) => a.name.localeCompare(b.name));
  return [...(me ? [me] : []), ...others].map(agent =>
    assigneeOption(world, agent, kinds, hasLoads(world) ? loads : null),
  );
}

function assigneeOption(
  world: World,
  agent: Agent,
  conversations: readonly Conversation[],
  loads: Loads | null,
): Option {
  const { id, name, email } = agent;
  const whyNot = whyNotOffered(world, agent, conversations);
  const address = email === '' || world.viewport.columns < ROOMY ? t`` : pad(email, ADDRESS_COLUMNS);
  const load = loads === null ? t`` : pad(loadText(loads, id), LOAD_COLUMNS, 'right');
  return {
    id: String(id),
    label: id === world.me?.id ? t`${name} (you)` : name || t`#${id}`,
    detail: t`${address}${load}`,
    ...(whyNot === undefined ? {} : { whyNot }),
  };
}

function loadText(loads: Loads, id: number): SafeText {
  const load = loads.get(id);
  return load ? t`${countText(load.number, load.isMore)} open` : t``;
}
