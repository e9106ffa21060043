import type { Action, Option } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker } from '../../keys/overlay.ts';
import { needsTeams, whyNotAssignable } from '../../state/access.ts';
import { targetsOf } from '../../state/list/targets.ts';
import { loadTeams } from '../../state/sync/places.ts';
import type { Agent, Conversation, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { conversationsOf, named, whyNoTarget } from './targets.ts';

const NOBODY = 'nobody';

export const conversationAssign: Action<'conversation.assign'> = {
  id: 'conversation.assign',
  title: t`Assign to…`,
  help: t`Chooses the agent to assign`,
  scope: 'conversations',
  keys: ['a'],
  words: ['owner', 'give', 'transfer'],
  changes: true,
  hint: t`assign`,
  unavailable: whyNoTarget,
  run: desk => {
    openPicker(desk, conversationAssign);
    const world = desk.world();
    if (needsTeams(world, conversationsOf(world, targetsOf(world)))) void loadTeams(desk);
  },
  picker: {
    title: (_world, { targets }) => t`Assign ${named(targets)}`,
    hasFilter: true,
    verb: t`assign`,
    options: (world, { targets, draft }) => [...filterOptions(agentsOf(world, targets), draft), nobody],
    take: (desk, { targets }, { id }) => {
      closeOverlay(desk);
      desk.commit('conversation.assign', { ids: targets, assign_to: id === NOBODY ? null : Number(id) });
    },
  },
};

const nobody: Option = { id: NOBODY, label: t`nobody`, sign: t`–` };

/** The calling agent first, then all others by name. */
function agentsOf(world: World, targets: readonly number[]): readonly Option[] {
  const { base, me } = world;
  const conversations = unlike(conversationsOf(world, targets));
  const others = base.agents.filter(({ id }) => id !== me?.id).sort((a, b) => a.name.localeCompare(b.name));
  return [...(me ? [me] : []), ...others].map(agent => optionOf(world, agent, conversations));
}

/** One conversation of each inbox and assignee: the others say nothing new about who can be assigned. */
function unlike(conversations: readonly Conversation[]): readonly Conversation[] {
  return [...new Map(conversations.map(one => [`${one.inbox_id} ${one.assign_to}`, one])).values()];
}

function optionOf(world: World, agent: Agent, conversations: readonly Conversation[]): Option {
  const { id, name } = agent;
  const whyNot = whyNotAssignable(world, agent, conversations);
  return {
    id: String(id),
    label: id === world.me?.id ? t`${name} (you)` : name || t`#${id}`,
    ...(whyNot === undefined ? {} : { whyNot }),
  };
}
