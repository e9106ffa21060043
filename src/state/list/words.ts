import { countText } from '../../text/numbers.ts';
import { durationText } from '../../text/relative-time.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { dueOf, dueWords } from '../conversation/due.ts';
import { laterWords } from '../conversation/later.ts';
import { queryTitle } from '../query/language.ts';
import { sameQuery, searchedEverywhere, unresolved } from '../query/views.ts';
import { conversationOf } from '../visible.ts';
import { awayWords } from '../words/access.ts';
import { agentName, inboxName } from '../words/names.ts';
import type { Conversation, List, Query, World } from '../world.ts';

/** Why a list has no rows: it is being read, it could not be read, or it is empty, with the key that helps. */
export function emptyText(world: World): SafeText {
  const { list, offline, keyNames } = world;
  if (offline !== null && list.asOf === null)
    return offline.why === 'signedOut'
      ? t`Signed out: the list comes once you sign in.`
      : t`Not read yet: the list comes when the help center answers.`;
  if (list.problem !== null) return t`${list.problem} · ${keyNames.refresh} asks again`;
  if (list.loading === 'first' || list.asOf === null) return t`Reading the conversations…`;
  const { inboxes, statuses } = world.base;
  if (inboxes.length === 0 && statuses.length > 0) return t`No inbox is open to you: an admin has to add you to one`;
  const { query } = list;
  const isPlain = sameQuery({ ...query, inboxes: [], sort: unresolved.sort }, unresolved);
  if (!isPlain) return t`Nothing in ${queryTitle(query, world)}. ${wayOn(world, query)}`;
  const [inbox] = query.inboxes;
  if (inbox === undefined)
    return world.mailOut?.sends
      ? t`Nothing unresolved. New mail appears here. ${keyNames['view.archived']} shows the archive.`
      : t`Nothing unresolved. ${keyNames['view.archived']} shows the archive.`;
  return t`Nothing unresolved in ${inboxName(world, inbox)}. Press ${keyNames['view.unresolved']} for all inboxes.`;
}

/** A lone number may mean the number of a conversation. */
function wayOn({ keyNames }: World, query: Query): SafeText {
  const { words } = query;
  if (/^\d{1,15}$/.test(words)) return t`${keyNames['list.filter']} #${words as SafeText} opens that conversation.`;
  return searchedEverywhere(query)
    ? t`${keyNames['list.everywhere']} searches closed and archived ones too.`
    : t`Press ${keyNames['view.unresolved']} for all unresolved.`;
}

/** The number of all that match, as far as it is known; never the place of the cursor. */
export function countOf({ rows, total, isTotalMore, nextCursor, loading, asOf }: List): SafeText {
  if (rows.length === 0 && (loading === 'first' || asOf === null)) return t``;
  const isUnknown = total === null && nextCursor !== null;
  return countText(Math.max(rows.length, total ?? 0), isTotalMore || isUnknown);
}

/**
 * How long the customer has waited for an answer, or the time until it is due, or until a conversation that was put off
 * comes back; empty if neither.
 */
export function waitsText(conversation: Conversation, now: number): SafeText {
  const { waiting_since: since, snoozed } = conversation;
  if (snoozed) return t`back ${laterWords(snoozed, now)}`;
  const due = dueOf(conversation);
  if (due !== null) return dueWords(due, now);
  return typeof since === 'number' ? t`waits ${durationText(Math.max(0, now - since))}` : t``;
}

/** The other agents on a conversation, in words: `Ana answers, Ben reads, Cleo away`; empty if there are none. */
export function presentWords(world: World, id: number): SafeText {
  const { answers = [], reads = [] } = world.presence.on.get(id) ?? {};
  const named = (ids: readonly number[], word: SafeText) => ids.map(one => t`${agentName(world, one)} ${word}`);
  return join([...named(answers, t`answers`), ...named(reads, t`reads`), ...named(awayOn(world, id), t`away`)], t`, `);
}

/** The assignee of a conversation who is away. */
function awayOn(world: World, id: number): readonly number[] {
  const holder = conversationOf(world, id)?.assign_to ?? null;
  const agent = world.base.agents.find(one => one.id === holder);
  return agent && awayWords(agent, world.now) !== '' ? [agent.id] : [];
}

/** How many wait behind the conversation whose turn it is; empty if the agent does not work through a queue. */
export function turnWords({ queue, detail }: World): SafeText {
  if (queue?.id == null || queue.id !== detail.conversationId) return t``;
  return queue.left === null ? t`next for me` : t`${countText(queue.left)} left`;
}
