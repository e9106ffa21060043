import { openAlias } from '../contract/status.ts';
import { type SafeText, t } from '../text/safe.ts';
import type { Conversation, ConversationStatus, Visible } from './world.ts';

/** An agent's name, or `#12` if it is not known. */
export function agentName(visible: Visible, id: number): SafeText {
  const name = visible.base.agents.find(agent => agent.id === id)?.name;
  return name ? name : t`#${id}`;
}

/** An inbox's name, or `inbox #12`: `#12` alone is a conversation. */
export function inboxName(visible: Visible, id: number): SafeText {
  const name = visible.base.inboxes.find(inbox => inbox.id === id)?.name;
  return name ? name : t`inbox #${id}`;
}

/** Statuses that are not listed are found in this many loaded conversations. */
const MAX_LOOKED_AT = 2_000;

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

/** The kind of a conversation's status, by its id or else by its name; undefined if neither is known. */
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
