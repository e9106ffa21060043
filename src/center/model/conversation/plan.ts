import type { Changes, Happening } from '../history.ts';
import { CLOSED_STATUS_ID, isArchived, places } from './place.ts';
import type { ConversationPatch, ConversationRecord } from './row.ts';
import { type StoredSnooze, snoozeEnded, snoozeStep, wakingStep, withoutSnooze } from './snooze.ts';

/** The values to set on conversations; absent ones stay. Ids must exist (see check.ts). */
export interface ConversationChange {
  readonly title?: string;
  readonly statusId?: number;
  readonly inboxId?: number;
  /** The move to that inbox takes back the last one: see `learnSpam`. */
  readonly isUndo?: boolean;
  /** Null for nobody. */
  readonly assignTo?: number | null;
  readonly disableRating?: boolean;
  readonly archived?: boolean;
  /** Null ends it. */
  readonly snooze?: StoredSnooze | null;
  /** It is put off and comes back by itself: because its time has come, or a customer wrote. */
  readonly waking?: 'time' | 'answer';
  /** A rule makes the change: it sends no mail, and marks no sender as spam. */
  readonly byRule?: boolean;
  readonly addedTags?: readonly string[];
  readonly deletedTags?: readonly string[];
}

/** The changed columns of one conversation, and its history entries. */
export interface ConversationPlan {
  readonly before: ConversationRecord;
  readonly patch: ConversationPatch;
  readonly happenings: readonly Happening[];
}

/** The agents who see the inbox that conversations move to; undefined if none moves. */
export type Newcomers = ReadonlySet<number> | undefined;

function nextAssignee(row: ConversationRecord, change: ConversationChange, newcomers: Newcomers): number | null {
  if (change.assignTo !== undefined) return change.assignTo;
  const moves = change.inboxId !== undefined && change.inboxId !== row.inbox_id;
  // An agent who cannot see the new inbox could not work on the conversation.
  return moves && row.assign_to !== null && !newcomers!.has(row.assign_to) ? null : row.assign_to;
}

/** The change of one conversation: only values that differ, because setting a present value is not a change. */
export function conversationPlan(
  before: ConversationRecord,
  change: ConversationChange,
  newcomers?: Newcomers,
): ConversationPlan {
  const patch: ConversationPatch = {};
  const happenings: Happening[] = [];
  const note = (event: Happening['event'], changes: Changes, columns: ConversationPatch) => {
    Object.assign(patch, columns);
    happenings.push({ conversationId: before.id, event, changes });
  };
  const { title, statusId, inboxId, disableRating, archived, snooze, waking } = change;
  if (title !== undefined && title !== before.title)
    note('title.updated', { title: { from: before.title, to: title } }, { title });
  if (statusId !== undefined && statusId !== before.status_id)
    note(
      'status.updated',
      {
        conversation_status_id: { from: before.status_id, to: statusId },
        ...(statusId === CLOSED_STATUS_ID ? snoozeEnded(before) : {}),
      },
      { status_id: statusId, ...(statusId === CLOSED_STATUS_ID ? withoutSnooze(before) : {}) },
    );
  if (inboxId !== undefined && inboxId !== before.inbox_id)
    note(
      'inbox.updated',
      { inbox_id: { from: before.inbox_id, to: inboxId } },
      { inbox_id: inboxId, home_id: inboxId },
    );
  const assignTo = nextAssignee(before, change, newcomers);
  if (assignTo !== before.assign_to)
    note('assignee.updated', { assign_to: { from: before.assign_to, to: assignTo } }, { assign_to: assignTo });
  if (disableRating !== undefined && disableRating !== (before.disable_rating === 1))
    note(
      'rating.updated',
      { disable_rating: { from: !disableRating, to: disableRating } },
      { disable_rating: disableRating ? 1 : 0 },
    );
  if (archived !== undefined && archived !== isArchived(before))
    note(
      archived ? 'conversation.archived' : 'conversation.restored',
      { archived: { from: !archived, to: archived }, ...(archived ? snoozeEnded(before) : {}) },
      { ...withoutSnooze(before), place: archived ? places.archived : places.listed },
    );
  const step = waking ? wakingStep(before, waking === 'answer') : snooze !== undefined && snoozeStep(before, snooze);
  if (step) note(...step);
  return { before, patch, happenings };
}
