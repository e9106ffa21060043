import { statusKey, statusOf } from './names.ts';
import { isWithin } from './query-dates.ts';
import type { Conversation, Query, World } from './world.ts';

type Answer = boolean | 'unknown';

/** Whether a conversation belongs to a query; `unknown` where only the help center can tell. */
export function matches(query: Query, conversation: Conversation, world: World): Answer {
  const answers: Answer[] = [
    conversation.merged_into === null,
    query.archived === 'any' || conversation.archived === (query.archived === 'only'),
    hasStatus(query, conversation, world),
    hasAssignee(query, conversation, world),
    query.inboxes.length === 0 || (conversation.inbox_id !== null && query.inboxes.includes(conversation.inbox_id)),
    hasTag(query, conversation),
    isInTime(query, conversation),
    query.words === '' || 'unknown',
  ];
  if (answers.includes(false)) return false;
  return answers.includes('unknown') ? 'unknown' : true;
}

function isInTime(query: Query, { last_message_at: at }: Conversation): Answer {
  if (query.before === null && query.after === null) return true;
  return at === null ? 'unknown' : isWithin(query, at);
}

function hasStatus(query: Query, conversation: Conversation, world: World): Answer {
  if (query.statuses.length === 0) return true;
  const status = statusOf(world, conversation);
  return status === '' ? 'unknown' : query.statuses.some(name => statusKey(name) === statusKey(status));
}

function hasAssignee(query: Query, conversation: Conversation, world: World): Answer {
  if (query.assignees.length === 0) return true;
  const { assign_to: assignee } = conversation;
  const isNamed = query.assignees.some(wanted =>
    wanted === 'none'
      ? assignee === null
      : wanted === 'me'
        ? world.me !== null && assignee === world.me.id
        : assignee === wanted,
  );
  if (isNamed) return true;
  return query.assignees.includes('me') && world.me === null && assignee !== null ? 'unknown' : false;
}

function hasTag(query: Query, conversation: Conversation): Answer {
  if (query.tags.length === 0) return true;
  const held = new Set(conversation.tags.map(tag => tag.toLowerCase()));
  return query.tags.some(tag => held.has(tag.toLowerCase()));
}
