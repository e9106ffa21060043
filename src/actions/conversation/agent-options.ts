import type { Option } from '../../keys/action.ts';
import { whyNotAssignable } from '../../state/access.ts';
import { agentsOf } from '../../state/names.ts';
import { takesMore } from '../../state/query/values.ts';
import type { Loads } from '../../state/sync/loads.ts';
import type { Agent, Conversation, World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { conversationsOf } from './targets.ts';

/** From this width of the screen on, the address stands beside the name. */
const ROOMY = 72;
const ADDRESS_COLUMNS = 26;
/** `9999+ open`. */
const LOAD_COLUMNS = 10;

/** What the picker of agents is opened with. */
export interface AssignData {
  /** One conversation of each inbox and assignee: the others say nothing new about who can be assigned. */
  readonly conversations: readonly Conversation[];
  /** The loads of the first agents; empty until they are read, null on a slow link or if nobody counts them. */
  readonly loads: Loads | null;
}

/** What the picker of agents needs to know of these conversations; worked out once, however many they are. */
export function assignData(world: World, targets: readonly number[]): AssignData {
  const kinds = new Map(conversationsOf(world, targets).map(one => [`${one.inbox_id} ${one.assign_to}`, one]));
  return { conversations: [...kinds.values()], loads: world.link === 'slow' || !takesMore(world) ? null : new Map() };
}

/**
 * The agents to choose from: the calling agent first, then all others by name, with address and load. Loads that are
 * not read yet have their room already, so that nothing moves.
 */
export function agentOptions(world: World, { conversations, loads }: AssignData): readonly Option[] {
  const { me } = world;
  const others = agentsOf(world)
    .filter(({ id }) => id !== me?.id)
    .sort((a, b) => a.name.localeCompare(b.name));
  return [...(me ? [me] : []), ...others].map(agent => optionOf(world, agent, conversations, loads));
}

function optionOf(world: World, agent: Agent, conversations: readonly Conversation[], loads: Loads | null): Option {
  const { id, name, email } = agent;
  const whyNot = whyNotAssignable(world, agent, conversations);
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
