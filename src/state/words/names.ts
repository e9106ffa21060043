import { openAlias } from '../../contract/status.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { isFirst } from '../drafts/first-mail.ts';
import type { Agent, Base, Conversation, ConversationStatus, Visible, World } from '../world.ts';

/** Agents and statuses that are not listed are found in this many loaded conversations. */
const MAX_LOOKED_AT = 2_000;

/** A conversation by its number: `#12`; one that is about to be made has none. */
export function conversationNumber(id: number): SafeText {
  return isFirst(id) ? t`a new conversation` : t`#${id}`;
}

/** An agent's name, as listed or as a message says it, or `#12` if it is not known. */
export function agentName(visible: Visible, id: number): SafeText {
  const name = visible.base.agents.find(agent => agent.id === id)?.name || authorName(visible, id);
  return name ? name : t`#${id}`;
}

/** The name of an agent in the loaded messages, of a help center that lists none. */
function authorName({ base }: Visible, id: number): SafeText | undefined {
  if (base.agents.length > 0) return undefined;
  for (const { messages } of base.threads.values())
    for (const { author } of messages)
      if (author.type === 'agent' && author.id === id && author.name) return author.name;
  return undefined;
}

/** The known agents: as listed, otherwise those that inboxes, loaded conversations and messages name. */
export function agentsOf(visible: Visible): readonly Agent[] {
  const { base } = visible;
  if (base.agents.length > 0) return base.agents;
  const assigned = base.conversations
    .values()
    .take(MAX_LOOKED_AT)
    .map(one => one.assign_to);
  const ids = new Set([...base.inboxes.flatMap(inbox => inbox.agent_ids ?? []), ...assigned, ...authorsOf(visible)]);
  ids.delete(null);
  return [...(ids as Set<number>)].map(id => ({
    id,
    name: authorName(visible, id) ?? t``,
    email: t``,
    role: null,
    disabled: false,
  }));
}

function authorsOf({ base }: Visible): readonly (number | null)[] {
  const messages = [...base.threads.values()].flatMap(thread => thread.messages);
  return messages.filter(({ author }) => author.type === 'agent').map(({ author }) => author.id);
}

/** An inbox's name, or `inbox #12`: `#12` alone is a conversation. */
export function inboxName(visible: Visible, id: number): SafeText {
  const name = visible.base.inboxes.find(inbox => inbox.id === id)?.name;
  return name ? name : t`inbox #${id}`;
}

/** The known statuses: as listed, otherwise those of the loaded conversations. */
export function statusesOf(visible: Visible): readonly ConversationStatus[] {
  if (visible.base.statuses.length > 0) return visible.base.statuses;
  const found = new Map<number, ConversationStatus>();
  for (const conversation of visible.base.conversations.values().take(MAX_LOOKED_AT)) {
    const { conversation_status_id: id, status: name } = conversation;
    if (id === null || !name || found.has(id)) continue;
    const lower = name.toLowerCase();
    found.set(id, { id, name, kind: lower === 'open' || lower === 'closed' ? lower : 'custom' });
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** A status's name, or `#12`. */
export function statusName(visible: Visible, id: number): SafeText {
  const name = statusesOf(visible).find(status => status.id === id)?.name;
  return name ? name : t`#${id}`;
}

/** A status's name for comparing: without case, and as the service reads it. */
export function statusKey(name: string): string {
  const key = name.toLowerCase();
  return key === openAlias ? 'open' : key;
}

/** The name of a conversation's status; empty if unknown. */
export function statusOf(visible: Visible, conversation: Conversation): SafeText {
  if (conversation.status) return conversation.status;
  return conversation.conversation_status_id === null ? t`` : statusName(visible, conversation.conversation_status_id);
}

/** The kind of a conversation's status, by its id or otherwise by its name; undefined if neither is known. */
export function statusKindOf(
  { base }: Visible,
  { conversation_status_id: id, status }: Conversation,
): ConversationStatus['kind'] | undefined {
  const known = base.statuses.find(found => found.id === id);
  if (known) return known.kind;
  if (!status) return undefined;
  const key = statusKey(status);
  return key === 'open' || key === 'closed' ? key : 'custom';
}

/** The base with the statuses just read; loaded conversations get the new name of a renamed one. */
export function withStatusNames(base: Base, statuses: readonly ConversationStatus[]): Base {
  const before = new Map(base.statuses.map(({ id, name }) => [id, name]));
  const renamed = new Map(
    statuses.filter(({ id, name }) => before.has(id) && before.get(id) !== name).map(({ id, name }) => [id, name]),
  );
  if (renamed.size === 0) return { ...base, statuses };
  const changed = [...base.conversations].flatMap(([id, conversation]) => {
    const status = renamed.get(conversation.conversation_status_id ?? 0);
    return status === undefined ? [] : [[id, { ...conversation, status }] as const];
  });
  return { ...base, statuses, conversations: base.conversations.with(changed) };
}

/** The conversations linked with it: `continues #198`, `goes on in #205`. */
function linkWords({ id, linked }: Conversation): readonly SafeText[] {
  return (linked ?? []).map(other => (other < id ? t`continues #${other}` : t`goes on in #${other}`));
}

/** Its inbox, its assignee, whether the agent follows it, its links, and whether it is still there. */
export function placeParts(world: World, conversation: Conversation): readonly SafeText[] {
  const { inbox_id, assign_to, followed, archived, merged_into } = conversation;
  return [
    inbox_id === null ? t`no inbox` : inboxName(world, inbox_id),
    assign_to === null ? t`unassigned` : agentName(world, assign_to),
    ...(followed ? [t`followed`] : []),
    ...linkWords(conversation),
    ...(archived ? [t`archived`] : []),
    ...(merged_into === null ? [] : [t`merged into #${merged_into}`]),
  ];
}
