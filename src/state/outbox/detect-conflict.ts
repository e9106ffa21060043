import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../changes/change.ts';
import { type Conflict, fieldValue, type SeenVersion } from '../operations/conflict.ts';
import { type FreshConversation, type ReadingAgent, wroteSince } from '../reply/wrote-since.ts';
import type { ChangeCall, Conversation } from '../world.ts';
import { seenOf } from './base-versions.ts';
import { asRead } from './confirmed-by-answer.ts';
import { argsForOne } from './journal.ts';

/** A change and the agent's view of the conversation when they made it. */
interface Compared {
  readonly change: Change;
  readonly call: ChangeCall;
  /** Undefined if the conversation was not loaded. */
  readonly seen: SeenVersion | undefined;
}

/**
 * The decision about a change of a conversation that others changed since: its effect holds already (`done`), it goes
 * with their changes (`merges`), or the agent has to be asked.
 */
export type ConflictDecision = 'done' | 'merges' | Conflict;

/**
 * Compares a change with the conversation as it is now. The agent is asked if a person wrote since whose words block
 * it, or if another person set the same field to another value. All else merges.
 */
export function detectConflict(
  visible: ReadingAgent,
  { change, call, seen }: Compared,
  found: FreshConversation,
): ConflictDecision {
  const { conversation } = found;
  const { id } = conversation;
  const now = asRead(visible, [conversation]);
  const after = change.apply(now, argsForOne(call, id) as never);
  if (after === now && change.allIds === undefined) return 'done';
  if (seen === undefined) return 'merges';
  const asked = { id, ...versionOf(conversation), seen: seenOf(change, conversation, found) };
  if (change.blockedByReplies?.(call.args as never, visible) !== undefined) {
    const { customer, unread, colleagues } = wroteSince(visible, seen, found);
    const others = change.blockedByColleagues && colleagues.length > 0 ? { colleagues } : undefined;
    const text = customer ?? unread;
    if (text !== undefined) return { ...asked, kind: 'message', text, ...others };
    if (others) return { ...asked, kind: 'message', ...others };
  }
  const { conflictField: field } = change;
  if (field === undefined) return 'merges';
  const theirs = fieldValue(conversation, field);
  if (isDeepStrictEqual(theirs, seen.value ?? null)) return 'merges';
  const changed = after.patch.conversations.get(id);
  const mine = changed ? fieldValue(changed, field) : null;
  return { ...asked, kind: 'field', mine, theirs };
}

/** The question about a change of a conversation that was merged into another one meanwhile. */
export function mergedConflict(change: Change, id: number, found: FreshConversation): Conflict {
  const { conversation } = found;
  const seen = seenOf(change, conversation, found);
  return { id, kind: 'merged', into: conversation.id, ...versionOf(conversation), seen };
}

export function versionOf({ version }: Conversation): { readonly version?: number } {
  return version === null ? {} : { version };
}
