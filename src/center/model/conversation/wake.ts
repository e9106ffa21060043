import { type Actor, record } from '../history.ts';
import { absentAmong } from '../people/absence.ts';
import { rowIds } from '../rows.ts';
import type { Work } from '../work.ts';
import { type ConversationChange, conversationPlan } from './plan.ts';
import { type ConversationRecord, lockConversations, writeConversations } from './row.ts';
import { tellWoken, wakesByAnswer } from './snooze.ts';

/**
 * The change that brings each of these conversations back: to its assignee, or unassigned if that agent is away or
 * disabled, because no agent would see it.
 */
export async function wakingOf(
  work: Work,
  rows: readonly ConversationRecord[],
  waking: 'time' | 'answer',
): Promise<(row: ConversationRecord) => ConversationChange> {
  const absent = await absentAmong(
    work,
    rows.map(row => row.assign_to),
  );
  const gone = new Set(rowIds(absent));
  return row => ({ waking, ...(gone.has(row.assign_to ?? 0) ? { assignTo: null } : {}) });
}

/** Brings locked conversations back that are put off. */
async function wake(
  work: Work,
  rows: readonly ConversationRecord[],
  actor: Actor,
  waking: 'time' | 'answer',
): Promise<void> {
  const changeOf = await wakingOf(work, rows, waking);
  const plans = rows.map(row => conversationPlan(row, changeOf(row)));
  const after = await writeConversations(work, plans, actor);
  await record(
    work,
    plans.flatMap(plan => plan.happenings),
    actor,
  );
  await tellWoken(work, after);
}

/** Brings one conversation back before its time, because something has happened to it, unless it is kept until then. */
export async function wakeByNews(work: Work, row: ConversationRecord, actor: Actor): Promise<void> {
  if (wakesByAnswer(row)) await wake(work, [row], actor, 'answer');
}

/** Brings back those of these conversations whose time has come. */
export async function wakeDue(work: Work, ids: readonly number[]): Promise<void> {
  const rows = await lockConversations(work, ids);
  // Another server may have been quicker.
  const left = rows.filter(row => row.snoozed_until !== null && row.snoozed_until <= work.now);
  await wake(work, left, { agentId: null, now: work.now }, 'time');
}
