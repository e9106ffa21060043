import { editPending } from '../operations/edit.ts';
import type { Conversation, Operation, PendingChange } from '../world.ts';

/**
 * The changes that wait, after one of them was done and the help center showed these conversations: those that were
 * made on the same version as it build on the next one. If others changed a conversation too, nothing follows.
 */
export function following(
  operations: readonly Operation[],
  done: PendingChange,
  conversations: readonly Conversation[],
): readonly Operation[] {
  const next = new Map<number, Conversation>();
  for (const conversation of conversations) {
    const from = done.versions?.[conversation.id];
    // A step of more than one contains others' changes, even if the help center ignores the condition.
    if (from !== undefined && conversation.version === from + 1) next.set(conversation.id, conversation);
  }
  if (next.size === 0) return operations;
  return editPending(operations, change => {
    const { versions, seen } = change;
    if (versions === undefined || change.state === 'sending') return [change];
    const steps = ownIds(versions, next).filter(id => {
      const conversation = next.get(id)!;
      // The step may have been a message while the change altered nothing.
      const isSame = seen?.[id] === undefined || seen[id].messageAt === conversation.last_message_at;
      return versions[id] === conversation.version! - 1 && isSame;
    });
    if (steps.length === 0) return [change];
    return [{ ...change, versions: { ...versions, ...Object.fromEntries(steps.map(id => [id, versions[id]! + 1])) } }];
  });
}

/** The ids that both have; the shorter one is walked. */
function ownIds(versions: NonNullable<PendingChange['versions']>, next: ReadonlyMap<number, unknown>) {
  const own = Object.keys(versions);
  return own.length < next.size
    ? own.map(Number).filter(id => next.has(id))
    : [...next.keys()].filter(id => versions[id] !== undefined);
}
