import type { Conversation } from '../../client/model.ts';
import type { SafeText } from '../../text/safe.ts';

/** The version of conversations, by id. Those of which the help center says none are absent. */
export type Versions = Readonly<Record<number, number>>;

/** A field of a conversation that one change sets as a whole, so that of two agents only one can have their way. */
export type SetField =
  | 'conversation_status_id'
  | 'assign_to'
  | 'inbox_id'
  | 'title'
  | 'archived'
  | 'disable_rating'
  | 'snoozed';
type FieldValue = string | number | boolean | null | Pick<NonNullable<Conversation['snoozed']>, 'until' | 'keep'>;

/** The value of such a field. The agent who put it off is not part of it: before the answer it is not known. */
export function fieldValue(conversation: Conversation, field: SetField): FieldValue {
  const value = conversation[field] ?? null;
  return typeof value === 'object' && value !== null ? { until: value.until, keep: value.keep } : value;
}

/** The state of a conversation when the agent made a change: the part that decides whether it asks. */
export interface SeenVersion {
  /** The value of the field that the change sets; absent if it sets none. */
  readonly value?: FieldValue;
  /** The time of the newest message; milliseconds. */
  readonly messageAt: number | null;
  /** How many messages there were; null if the list does not say it. */
  readonly messages: number | null;
  /** The newest message; absent if none was read. */
  readonly messageId?: number;
  /** How many notes there were; null if the list does not say it; absent if they do not count. */
  readonly notes?: number | null;
  /** The newest note, 0 if there was none; absent if they were not read. */
  readonly noteId?: number;
}

/**
 * Another person's change to a conversation since the agent changed it, if only the agent can decide which of the two
 * counts. `message`: the customer wrote, or, for an answer, a colleague; `field`: the same field was set; `merged`: it
 * was merged into another conversation.
 */
export interface Conflict {
  readonly id: number;
  readonly kind: 'message' | 'field' | 'merged';
  /** The beginning of the customer's message; absent if the customer wrote none. */
  readonly text?: SafeText;
  /** The answers and notes of colleagues, a line each. */
  readonly colleagues?: readonly SafeText[];
  readonly mine?: FieldValue;
  readonly theirs?: FieldValue;
  /** The agent who set the field; null: no agent did. Absent if the help center does not say it. */
  readonly who?: number | null;
  /** The conversation that took it in. */
  readonly into?: number;
  /** Its version and its contents when the agent is asked: the change is made on these if they keep it. */
  readonly version?: number;
  readonly seen: SeenVersion;
}
