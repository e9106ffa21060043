import { type Actor, record } from '../history.ts';
import { agentsSeeing } from '../people/access-change.ts';
import { learnSpam } from '../people/spam-sender.ts';
import { awaitRatings } from '../rating/wait.ts';
import { reindex } from '../search/reindex.ts';
import type { Work } from '../work.ts';
import { CLOSED_STATUS_ID } from './place.ts';
import { type ConversationChange, conversationPlan, type Newcomers } from './plan.ts';
import { type ConversationRecord, mergedAway, writeConversations } from './row.ts';
import { lackingTags, linkTags, tagHappenings, unlinkTags } from './tag.ts';
import { refreshTagSets } from './tag-set.ts';

/**
 * Sets the same values on locked conversations (see `lockConversations`), each with history for its changes and with
 * one new version if there are any. 409 if one was merged away; then nothing changes.
 */
export async function changeRows(
  work: Work,
  rows: readonly ConversationRecord[],
  change: ConversationChange,
  actor: Actor,
): Promise<void> {
  const gone = rows.find(row => row.merged_into !== null);
  if (gone) throw mergedAway(gone);
  const newcomers: Newcomers = change.inboxId === undefined ? undefined : await agentsSeeing(work.db, change.inboxId);
  const { inboxId, isUndo = false, snooze, byRule = false } = change;
  if (snooze && snooze.until !== null) work.scheduleJob('wake', snooze.until);
  if (inboxId !== undefined && !byRule)
    await learnSpam(work, { inboxId, isUndo, moved: rows.filter(row => row.inbox_id !== inboxId) });
  const plans = rows.map(row => conversationPlan(row, change, newcomers));
  const taken = await unlinkTags(work, rows, change.deletedTags ?? []);
  const put = await lackingTags(work, rows, change.addedTags ?? []);
  const retagged = new Set([...taken, ...put].map(link => link.conversationId));
  const changed = plans.filter(({ before, happenings }) => happenings.length > 0 || retagged.has(before.id));
  await writeConversations(work, changed, actor);
  await linkTags(work, put);
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
  if (byRule) return;
  await awaitRatings(
    work,
    changed.filter(({ patch }) => patch.status_id === CLOSED_STATUS_ID).map(({ before }) => before.id),
  );
}
