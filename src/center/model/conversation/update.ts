import { type Actor, type Changes, type Happening, record } from '../history.ts';
import { agentsSeeing } from '../people/access-change.ts';
import { learnSpam } from '../people/spam-sender.ts';
import { awaitRatings } from '../rating/wait.ts';
import { reindex } from '../search/reindex.ts';
import type { Work } from '../work.ts';
import { CLOSED_STATUS_ID } from './mark.ts';
import { type ConversationPatch, type ConversationRow, mergedAway, writeConversations } from './row.ts';
import { lackingTags, linkTags, tagHappenings, unlinkTags } from './tag.ts';
import { refreshTagSets } from './tag-set.ts';

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
  readonly addedTags?: readonly string[];
  readonly deletedTags?: readonly string[];
}

/** What a change writes to one conversation, and its history entries. */
export interface Plan {
  readonly before: ConversationRow;
  readonly patch: ConversationPatch;
  readonly happenings: readonly Happening[];
}

/** The agents who see the inbox that conversations move to; undefined if none moves. */
type Newcomers = ReadonlySet<number> | undefined;

function nextAssignee(row: ConversationRow, change: ConversationChange, newcomers: Newcomers): number | null {
  if (change.assignTo !== undefined) return change.assignTo;
  const moves = change.inboxId !== undefined && change.inboxId !== row.inbox_id;
  // An agent who cannot see the new inbox could not work on the conversation.
  return moves && row.assign_to !== null && !newcomers!.has(row.assign_to) ? null : row.assign_to;
}

/** The change of one conversation: only values that differ, because setting a present value is no change. */
export function planOf(before: ConversationRow, change: ConversationChange, newcomers?: Newcomers): Plan {
  const patch: ConversationPatch = {};
  const happenings: Happening[] = [];
  const note = (event: Happening['event'], changes: Changes, columns: ConversationPatch) => {
    Object.assign(patch, columns);
    happenings.push({ conversationId: before.id, event, changes });
  };
  const { title, statusId, inboxId, disableRating, archived } = change;
  if (title !== undefined && title !== before.title)
    note('title.updated', { title: { from: before.title, to: title } }, { title });
  if (statusId !== undefined && statusId !== before.status_id)
    note(
      'status.updated',
      { conversation_status_id: { from: before.status_id, to: statusId } },
      { status_id: statusId },
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
  if (archived !== undefined && archived !== (before.archived === 1))
    note(
      archived ? 'conversation.archived' : 'conversation.restored',
      { archived: { from: !archived, to: archived } },
      { archived: archived ? 1 : 0 },
    );
  return { before, patch, happenings };
}

/**
 * Sets the same values on locked conversations (see `lockConversations`), each with history for its changes and with
 * one new version if there are any. 409 if one was merged away; then nothing changes.
 */
export async function changeRows(
  work: Work,
  rows: readonly ConversationRow[],
  change: ConversationChange,
  actor: Actor,
): Promise<void> {
  const gone = rows.find(row => row.merged_into !== null);
  if (gone) throw mergedAway(gone);
  const newcomers = change.inboxId === undefined ? undefined : await agentsSeeing(work.db, change.inboxId);
  const { inboxId, isUndo = false } = change;
  if (inboxId !== undefined)
    await learnSpam(work, { inboxId, isUndo, moved: rows.filter(row => row.inbox_id !== inboxId) });
  const plans = rows.map(row => planOf(row, change, newcomers));
  const taken = await unlinkTags(work, rows, change.deletedTags ?? []);
  const put = await lackingTags(work, rows, change.addedTags ?? []);
  const retagged = new Set([...taken, ...put].map(link => link.conversationId));
  const changed = plans.filter(({ before, happenings }) => happenings.length > 0 || retagged.has(before.id));
  // Tags added afterwards need no second write to their copies.
  await linkTags(work, await writeConversations(work, changed, actor), put);
  await refreshTagSets(work, [...retagged]);
  await record(
    work,
    [
      ...changed.flatMap(plan => plan.happenings),
      ...tagHappenings('tag.deleted', taken),
      ...tagHappenings('tag.added', put),
    ],
    actor,
  );
  await reindex(
    work,
    changed.filter(({ patch }) => patch.title !== undefined).map(({ before }) => before.id),
  );
  await awaitRatings(
    work,
    changed.filter(({ patch }) => patch.status_id === CLOSED_STATUS_ID).map(({ before }) => before.id),
  );
}
