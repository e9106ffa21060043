import { searchKey } from '../../text/search-key.ts';
import { dueOf } from '../conversation/due.ts';
import { statusKey, statusOf } from '../words/names.ts';
import { type Excludable, type Trait, traitsOf } from '../world/query.ts';
import type { Conversation, Query, World } from '../world.ts';
import { isWithinDays } from './dates.ts';
import { isUnresolved } from './unresolved.ts';

const MINUTE_MS = 60_000;

type Answer = boolean | 'unknown';

/** Whether a trait of `is:` holds. */
const isSo: Readonly<Record<Trait, (query: Query, conversation: Conversation, world: World) => Answer>> = {
  unresolved: (query, conversation, world) => isUnresolved(query, world, conversation),
  unread: (_, { unread }) => unread ?? 'unknown',
  waiting: (_, { waiting_since: since, snoozed }) => since !== null && !snoozed,
  automatic: () => 'unknown',
  mentioned: (_, { mentioned }) => mentioned || 'unknown',
  followed: (_, { followed }) => followed === true,
  later: (_, { snoozed }) => Boolean(snoozed),
  due: (_, conversation) => dueOf(conversation) !== null,
  late: (_, conversation, { now }) => isDueBy(conversation, now),
};

function isDueBy(conversation: Conversation, at: number): boolean {
  const due = dueOf(conversation);
  return due !== null && due <= at;
}

/** Whether a conversation belongs to a query; `unknown` if only the help center can tell. */
export function matchesQuery(query: Query, conversation: Conversation, world: World): Answer {
  const { not } = query;
  return all([
    conversation.merged_into === null,
    query.archived === 'any' || conversation.archived === (query.archived === 'only'),
    ...traitsOf(query).map(trait => isSo[trait](query, conversation, world)),
    query.statuses.length === 0 || hasStatus(query, conversation, world),
    query.assignees.length === 0 || hasAssignee(query, conversation, world),
    query.inboxes.length === 0 || isInInbox(query, conversation),
    query.tags.length === 0 || hasTag(query, conversation),
    not.statuses.length === 0 || opposite(hasStatus(not, conversation, world)),
    not.assignees.length === 0 || opposite(hasAssignee(not, conversation, world)),
    not.inboxes.length === 0 || !isInInbox(not, conversation),
    not.tags.length === 0 || !hasTag(not, conversation),
    ...not.is.map(trait => opposite(isSo[trait](query, conversation, world))),
    not.has.length === 0 || opposite(holdsOne(not.has, conversation)),
    query.from === '' || isFrom(query.from, conversation),
    query.has.length === 0 || holdsOne(query.has, conversation),
    isInTime(query, conversation),
    query.dueWithin === null || isDueBy(conversation, world.now + query.dueWithin * MINUTE_MS),
    query.words === '' || 'unknown',
    query.counted === '' || 'unknown',
    query.writers.length === 0 || 'unknown',
    query.sample === null || 'unknown',
  ]);
}

/** The same for a row that is listed: one that was only read since then stays until the list is read again. */
export function staysIn(query: Query, conversation: Conversation, world: World): Answer {
  return matchesQuery(query.isUnread ? { ...query, isUnread: false } : query, conversation, world);
}

function all(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes('unknown') ? 'unknown' : true;
}

function opposite(answer: Answer): Answer {
  return answer === 'unknown' ? answer : !answer;
}

function isInTime(query: Query, { last_message_at: at }: Conversation): Answer {
  if (query.before === null && query.after === null) return true;
  return at === null ? 'unknown' : isWithinDays(query, at);
}

function hasStatus({ statuses }: Excludable, conversation: Conversation, world: World): Answer {
  const status = statusOf(world, conversation);
  return status === '' ? 'unknown' : statuses.some(name => statusKey(name) === statusKey(status));
}

function hasAssignee({ assignees }: Excludable, { assign_to: assignee }: Conversation, world: World): Answer {
  const isNamed = assignees.some(wanted =>
    wanted === 'none'
      ? assignee === null
      : wanted === 'me'
        ? world.me !== null && assignee === world.me.id
        : assignee === wanted,
  );
  if (isNamed) return true;
  return assignees.includes('me') && world.me === null && assignee !== null ? 'unknown' : false;
}

function isInInbox({ inboxes }: Excludable, { inbox_id }: Conversation): boolean {
  return inbox_id !== null && inboxes.includes(inbox_id);
}

function hasTag({ tags }: Excludable, conversation: Conversation): boolean {
  const held = new Set(conversation.tags.map(tag => tag.toLowerCase()));
  return tags.some(tag => held.has(tag.toLowerCase()));
}

/** A row shows only whether a conversation has notes, and no other contents. */
function holdsOne(has: Query['has'], { note_count: notes }: Conversation): Answer {
  if (has.includes('note') && notes !== null && notes > 0) return true;
  return notes === 0 && has.every(held => held === 'note') ? false : 'unknown';
}

/** Only the help center knows where words begin in other scripts. */
function isFrom(from: string, { requester }: Conversation): Answer {
  if (!requester) return false;
  const held = wordsOf(`${requester.name} ${requester.email ?? ''}`);
  if (wordsOf(from).every(wanted => held.some(word => word.startsWith(wanted)))) return true;
  return /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u.test(from) ? false : 'unknown';
}

function wordsOf(text: string): readonly string[] {
  return searchKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
