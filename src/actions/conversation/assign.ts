import type { Action, Option } from '../../keys/action.ts';
import { closeOverlay, openPicker, pickerWith, swapOverlay } from '../../keys/overlay.ts';
import { needsTeams, whyNotAssignable } from '../../state/access.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { agentsOf } from '../../state/names.ts';
import { takesMore } from '../../state/query/values.ts';
import { type Loads, readLoads } from '../../state/sync/numbers.ts';
import { loadTeams } from '../../state/sync/places.ts';
import type { Agent, Conversation, World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { conversationsOf, named, whyNoTarget } from './targets.ts';

const NOBODY = 'nobody';
const MAX_LOADS = 10;

export const conversationAssign: Action<'conversation.assign', { picker: AssignData }> = {
  id: 'conversation.assign',
  title: t`Assign to…`,
  help: t`Chooses the agent to assign`,
  scope: 'conversations',
  keys: ['a'],
  words: ['owner', 'give', 'transfer'],
  writes: true,
  hint: t`assign`,
  unavailable: whyNoTarget,
  run: desk => {
    const world = desk.world();
    const data = assignData(world, targetsOf(world));
    openPicker(desk, conversationAssign, data);
    if (data.loads !== null) void fillIn(desk, data);
    if (needsTeams(world, data.conversations)) void loadTeams(desk);
  },
  picker: {
    kept: { anew: (desk, targets) => ({ ...assignData(desk.world(), targets), loads: null }) },
    title: (_world, { targets }) => t`Assign ${named(targets)}`,
    hasFilter: true,
    verb: t`assign`,
    options: (world, { data }) => [...agentOptions(world, data), nobody],
    take: (desk, { targets }, { id }) => {
      closeOverlay(desk);
      desk.commit('conversation.assign', { ids: targets, assign_to: id === NOBODY ? null : Number(id) });
    },
  },
};

const nobody: Option = { id: NOBODY, label: t`nobody`, sign: t`–`, stays: true };

/** Reads the loads of the first agents who can be chosen, and shows them all at once. */
async function fillIn(desk: Desk, data: AssignData): Promise<void> {
  const box = () => pickerWith(desk.world(), conversationAssign, one => one === data);
  const shown = agentOptions(desk.world(), data).filter(({ whyNot }) => !whyNot);
  const ids = shown.slice(0, MAX_LOADS).map(({ id }) => Number(id));
  const loads = await readLoads(desk, ids, () => box() !== undefined);
  const open = box();
  if (!open || loads.size === 0) return;
  swapOverlay(desk, open, { ...open, data: { ...data, loads } satisfies AssignData });
}

/** From this width of the screen on, the address stands beside the name. */
const ROOMY = 72;
const ADDRESS_COLUMNS = 26;
/** `9999+ open`. */
const LOAD_COLUMNS = 10;

interface AssignData {
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
