import type { Base, ConversationStatus } from './world.ts';

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
