import type { ConversationFilter } from '../../contract/conversation-filter.ts';
import { statusKey, statusOf } from '../words/names.ts';
import type { Conversation, Query, Visible, World } from '../world.ts';
import { takesMore } from './values.ts';

/** The names of the statuses that end a conversation, for comparing. */
function closedKeys({ base }: Visible): readonly string[] {
  const closed = base.statuses.filter(({ kind }) => kind === 'closed').map(({ name }) => statusKey(name));
  return closed.length > 0 ? closed : ['closed'];
}

function spamIds({ base }: Visible): readonly number[] {
  return base.inboxes.filter(({ kind }) => kind === 'spam').map(({ id }) => id);
}

/** Whether a conversation's status is one that ends it; `unknown` if its status is. */
export function isClosed(visible: Visible, conversation: Conversation): boolean | 'unknown' {
  const status = statusOf(visible, conversation);
  return status === '' ? 'unknown' : closedKeys(visible).includes(statusKey(status));
}

/** Whether a conversation is in the spam inbox, and the query does not ask for inboxes by name. */
export function isLeftOutAsSpam({ inboxes }: Query, visible: Visible, { inbox_id: id }: Conversation): boolean {
  return inboxes.length === 0 && id !== null && spamIds(visible).includes(id);
}

/** Whether a conversation is unresolved in the sense of a query with `is:unresolved`. */
export function isUnresolved(query: Query, visible: Visible, conversation: Conversation): boolean | 'unknown' {
  if (conversation.snoozed || isLeftOutAsSpam(query, visible, conversation)) return false;
  const closed = isClosed(visible, conversation);
  return closed === 'unknown' ? closed : !closed;
}

/**
 * A filter without closed conversations, spam and those put off. A help center that cannot exclude is asked for its
 * other statuses, as far as it lists them; the desk itself leaves out the rest that it can tell.
 */
export function withoutResolved(filter: ConversationFilter, query: Query, world: World): ConversationFilter {
  if (!takesMore(world)) {
    const named = query.statuses.length > 0 ? query.statuses : world.base.statuses.map(({ name }) => name);
    const status = named.filter(name => !closedKeys(world).includes(statusKey(name)));
    return { ...filter, status: status.length > 0 ? status : undefined };
  }
  const { status = [], inbox_ids: inboxes = [], ...not } = filter.not ?? {};
  const spam = query.inboxes.length > 0 ? [] : spamNames(world);
  const left = [...inboxes, ...spam];
  return {
    ...filter,
    snoozed: '0',
    not: { ...not, status: [...status, 'closed'], inbox_ids: left.length > 0 ? left : undefined },
  };
}

/** The spam inbox has a name in the filter, so that the first list need not wait for the inboxes. */
function spamNames(world: World): readonly (number | 'spam')[] {
  return world.offers.spam === undefined ? ['spam'] : spamIds(world);
}

/**
 * Whether the desk itself has to leave out resolved conversations: the help center has only the filters of the
 * document.
 */
export function leavesOutResolved(query: Query, world: World): boolean {
  return query.isUnresolved && !takesMore(world);
}
