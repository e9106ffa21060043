import { excerpt } from '../../text/excerpt.ts';
import type { SafeText } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import type { Conflict, Seen } from '../conflict.ts';
import type { ChangeCall, Conversation, Message, Visible } from '../world.ts';
import { oneOf } from './journal.ts';
import { seenOf } from './made-on.ts';
import { asRead } from './shown.ts';

/** A conversation as it was read, to weigh a change against it. */
export interface Found {
  readonly conversation: Conversation;
  /** The newest messages; null if they were not needed, or cannot be read. */
  readonly messages: readonly Message[] | null;
}

/** A change and what the agent saw of the conversation when they made it. */
interface Made {
  readonly change: Change;
  readonly call: ChangeCall;
  /** Undefined if the conversation was not loaded. */
  readonly seen: Seen | undefined;
}

/**
 * What becomes of a change of a conversation that others changed since: its effect holds already (`done`), it goes with
 * what they did (`merges`), or the agent has to be asked.
 */
export type Weighed = 'done' | 'merges' | Conflict;

/**
 * Weighs a change against the conversation as it is now. The agent is asked if the customer wrote since and the change
 * minds it, or if somebody else set the same field to another value. All else merges.
 */
export function weigh(visible: Visible, { change, call, seen }: Made, { conversation, messages }: Found): Weighed {
  const { id } = conversation;
  const now = asRead(visible, [conversation]);
  const after = change.apply(now, oneOf(call, id) as never);
  if (after === now && change.touched === undefined) return 'done';
  if (seen === undefined) return 'merges';
  const asked = { id, ...versionOf(conversation), seen: seenOf(change, conversation, messages ?? []) };
  if (change.minds?.(call.args as never, visible) !== undefined) {
    const text = writtenSince(seen, conversation, messages);
    if (text !== undefined) return { ...asked, kind: 'message', text };
  }
  const { sets } = change;
  if (sets === undefined || conversation[sets] === seen.value) return 'merges';
  const mine = after.patch.conversations.get(id)?.[sets] ?? null;
  return { ...asked, kind: 'field', mine, theirs: conversation[sets] };
}

/** The question about a change of a conversation that was merged into another one meanwhile. */
export function mergedAway(change: Change, id: number, { conversation, messages }: Found): Conflict {
  const seen = seenOf(change, conversation, messages ?? []);
  return { id, kind: 'merged', into: conversation.id, ...versionOf(conversation), seen };
}

/** Whether the messages have to be read to know if the customer wrote: not if none came. */
export function needsMessages(seen: Seen | undefined, { last_message_at, message_count }: Conversation): boolean {
  if (seen === undefined) return false;
  return last_message_at !== seen.messageAt || seen.messages === null || message_count !== seen.messages;
}

export function versionOf({ version }: Conversation): { readonly version?: number } {
  return version === null ? {} : { version };
}

/** The beginning of the customer's newest unseen message; undefined if the agent had seen all of them. */
function writtenSince(
  seen: Seen,
  conversation: Conversation,
  messages: readonly Message[] | null,
): SafeText | undefined {
  if (!needsMessages(seen, conversation)) return undefined;
  // Nobody says who wrote: it may have been the customer.
  if (messages === null) return conversation.last_message_at === seen.messageAt ? undefined : conversation.preview;
  const news = unseen(seen, messages)
    .filter(({ kind, author }) => kind === 'contact' || author.type === 'contact')
    .sort((a, b) => a.id - b.id);
  const last = news.at(-1);
  return last && excerpt(last.body_text);
}

/**
 * The messages after those that the agent saw. Times are whole seconds: of those in the second of the newest one seen,
 * one was seen.
 */
function unseen({ messageId, messageAt }: Seen, messages: readonly Message[]): readonly Message[] {
  if (messageId !== undefined) return messages.filter(({ id }) => id > messageId);
  const last = messageAt ?? Number.NEGATIVE_INFINITY;
  const tied = messages.filter(({ created_at }) => created_at === last);
  const first = tied.reduce<number>((least, { id }) => Math.min(least, id), Number.POSITIVE_INFINITY);
  return messages.filter(({ id, created_at }) => (created_at ?? 0) > last || (created_at === last && id !== first));
}
