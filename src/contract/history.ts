import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Id, PlainList, Timestamp, timeline } from './schema.ts';

/** Every kind of change that a conversation's history records. The only list of them. */
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
  'message.sent',
  'message.failed',
  'conversation.archived',
  'conversation.restored',
  'conversation.merged',
  'conversation.merged_with',
  'conversation.split',
  'conversation.snoozed',
  'conversation.woken',
  'inbox.deleted',
  'review.added',
] as const;
/** The name of one kind of change. */
export type HistoryEvent = (typeof historyEvents)[number];

/**
 * The event of an entry. One of ours for the side that answers; a plain text for the side that reads, because another
 * help center has events of its own.
 */
export const EventName = v.picklist(historyEvents) as unknown as v.GenericSchema<HistoryEvent, string>;

/** One change of a conversation. */
export const HistoryEntry = described({
  id: [Id, 'The entry’s id.'],
  conversation_id: [Id, 'The conversation that changed.'],
  event: [EventName, 'The kind of change.'],
  agent_id: [v.nullable(Id), 'The agent who made the change; null if an API key or the service itself made it.'],
  changes: [
    v.record(v.string(), described({ from: [v.unknown(), 'The former value.'], to: [v.unknown(), 'The new value.'] })),
    'The former and the new value of each field that changed, by the name of the field.',
  ],
  created_at: [Timestamp, 'When the change was made.'],
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** The service’s calls about the history of conversations. */
export const history = {
  list: endpoint('GET /conversations/{conversation_id}/history', {
    summary: 'List a conversation’s history',
    description:
      'The oldest entries come first unless `sort` says otherwise. What was written in deleted messages and ' +
      'notes is not in it.',
    ...answers.list,
    answer: HistoryEntry,
    answerName: 'HistoryEntry',
    query: described({
      ...timeline,
      event: [v.optional(PlainList), 'Kinds of change, one of which the entry has; an unknown one matches nothing.'],
    }),
    example: { query: { limit: 100, event: ['status.updated'], sort: 'created_at.asc' } },
  }),
};
