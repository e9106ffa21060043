import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id, PlainList, Timestamp, timeline } from './schema.ts';

/** Every kind of change that a conversation's history records. The single list of them. */
export const historyEvents = [
  'conversation.created',
  'status.updated',
  'inbox.updated',
  'assignee.updated',
  'rating.updated',
  'title.updated',
  'tag.added',
  'tag.deleted',
  'contact.added',
  'contact.deleted',
  'note.added',
  'note.updated',
  'note.deleted',
  'message.added',
  'message.deleted',
  'conversation.archived',
  'conversation.restored',
  'conversation.merged',
  'conversation.merged_with',
  'inbox.deleted',
  'review.added',
] as const;
/** The name of one kind of change. */
export type HistoryEvent = (typeof historyEvents)[number];

/** One change of a conversation. */
export const HistoryEntry = v.object({
  id: Id,
  conversation_id: Id,
  event: v.picklist(historyEvents),
  /** Who made it; null: an API key, or the service itself. */
  agent_id: v.nullable(Id),
  /** The former and the new value of each field that changed. */
  changes: v.record(v.string(), v.object({ from: v.unknown(), to: v.unknown() })),
  created_at: Timestamp,
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** The service’s calls about the history of conversations. */
export const history = {
  list: endpoint({
    method: 'GET',
    path: '/conversations/{conversation_id}/history',
    summary: 'List a conversation’s history',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: HistoryEntry,
    query: v.object({ ...timeline, event: v.optional(PlainList) }),
    example: { query: { limit: 100, event: ['status.updated'], sort: 'created_at.asc' } },
  }),
};
