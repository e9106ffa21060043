import { cut } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { whenWords } from '../../text/when.ts';
import type { Agent, Conversation, Visible, World } from '../world.ts';
import { inboxName } from './names.ts';

/** Longer names of inboxes are cut in a reason. */
const MAX_INBOX_COLUMNS = 20;

/**
 * Why the help center would not assign all of these conversations to an agent, as the end of a sentence: `cannot see
 * Billing`. Undefined if it would, or if that is not known: another help center may not list the members of an inbox.
 */
export function whyNotAssignable(
  visible: Visible,
  agent: Agent,
  conversations: readonly Conversation[],
): SafeText | undefined {
  // An agent keeps its conversations even after losing access.
  const changing = conversations.filter(({ assign_to }) => assign_to !== agent.id);
  if (changing.length === 0) return undefined;
  if (agent.disabled) return t`is disabled`;
  const homes = new Set(changing.flatMap(({ inbox_id }) => inbox_id ?? []));
  const unseen = [...homes].find(id => sees(visible, agent, id) === false);
  return unseen === undefined ? undefined : t`cannot see ${cut(inboxName(visible, unseen), MAX_INBOX_COLUMNS)}`;
}

/** `away until Fri 00:00`, if an agent is away by the help center's clock; empty otherwise. */
export function awayWords({ back_at: at }: Agent, now: number): SafeText {
  return at != null && at > now ? t`away until ${whenWords(at, now)}` : t``;
}

/** Why an agent is not offered for these conversations: they cannot be assigned to it, or it is away. */
export function whyNotOffered(
  world: World,
  agent: Agent,
  conversations: readonly Conversation[],
): SafeText | undefined {
  const away = awayWords(agent, world.now);
  return whyNotAssignable(world, agent, conversations) ?? (away === '' ? undefined : t`is ${away}`);
}

/** Whether an agent sees an inbox; undefined if that is not known. */
function sees({ base }: Visible, { id, role }: Agent, inboxId: number): boolean | undefined {
  if (role === 'admin') return true;
  const inbox = base.inboxes.find(one => one.id === inboxId);
  if (role === null || !inbox?.agent_ids || !inbox.team_ids) return undefined;
  if (inbox.agent_ids.includes(id)) return true;
  if (inbox.team_ids.length === 0) return false;
  const teams = base.teams?.filter(team => inbox.team_ids!.includes(team.id));
  if (teams?.some(({ agent_ids }) => agent_ids.includes(id))) return true;
  return teams?.length === inbox.team_ids.length ? false : undefined;
}

/** Whether the teams decide who sees the inbox of any of these conversations. */
export function needsTeams({ base }: Visible, conversations: readonly Conversation[]): boolean {
  const homes = new Set(conversations.map(({ inbox_id }) => inbox_id));
  return base.inboxes.some(({ id, team_ids }) => homes.has(id) && (team_ids?.length ?? 0) > 0);
}
