import * as v from 'valibot';
import { PlainList, paging, RequestId, SearchText, sortBy, timeRange } from './schema.ts';

/** A list that is asked for its number counts no further. */
export const mostCounted = 10_000;

/** The most conversations that one call can name. */
export const maxBulkIds = 500;

/** The filters that a list's `not` has as well. */
const excludable = {
  /** Agents' ids, `none` for nobody, `me` for the caller. */
  assign_to: v.optional(v.array(v.union([v.picklist(['none', 'me']), RequestId]))),
  /** Names, without case. */
  status: v.optional(PlainList),
  /** Inboxes' ids, `none` for what lies in none since its inbox was deleted. */
  inbox_ids: v.optional(v.array(v.union([v.picklist(['none']), RequestId]))),
  /** Names, without case. */
  tags: v.optional(v.array(v.string())),
};

/** Which conversations: filters of different kinds must all hold, values of one kind are alternatives. */
export const ConversationFilter = v.object({
  ...excludable,
  /** Ids of conversations: several are read with one call. */
  ids: v.optional(v.pipe(v.array(RequestId), v.maxLength(maxBulkIds))),
  /** Contacts' ids. */
  contacts: v.optional(v.pipe(v.array(RequestId), v.maxLength(maxBulkIds))),
  /** Words that must all begin a word of the requester's name or address. */
  from: v.optional(SearchText),
  /** Teams' ids: those assigned to one of their members. */
  team_ids: v.optional(v.array(RequestId)),
  has: v.optional(v.array(v.picklist(['note', 'attachment', 'review']))),
  /** What is taken away from the list. */
  not: v.optional(v.object(excludable)),
  /** `0` (as where it is absent): those not archived; `1`: only archived ones; `any`: both. */
  archived: v.optional(v.picklist(['0', '1', 'any'])),
  /** `1`: only those that were merged away, which are left out otherwise. */
  merged: v.optional(v.picklist(['0', '1'])),
  /** Words that must all begin a word of a title, a message, a note or a contact. */
  q: v.optional(SearchText),
  /** `1`: only those in which a customer waits for an answer. */
  waiting: v.optional(v.picklist(['0', '1'])),
  /** `1`: only those that the calling agent has not read. */
  unread: v.optional(v.picklist(['0', '1'])),
  before: timeRange('created_at', 'updated_at', 'last_message_at'),
  after: timeRange('created_at', 'updated_at', 'last_message_at'),
  /** `1`: the answer's `meta` says how many there are: `total`, and from 10,000 on `total_is_more`. */
  count: v.optional(v.picklist(['0', '1'])),
  ...paging,
  /** By `waiting_since` only those that wait are listed. */
  sort: sortBy('created_at', 'updated_at', 'last_message_at', 'waiting_since'),
});
export type ConversationFilter = v.InferInput<typeof ConversationFilter>;
