import * as v from 'valibot';
import { described, fields } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Count, Id, PlainList, paging, Timestamp, timeline } from './schema.ts';

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
  'conversation.continued',
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

/** Our own programs, by the `User-Agent` of their changes: the desk, a command, one within `frontdesk events --exec`. */
export const programs = ['desk', 'shell', 'exec'] as const;
export type Program = (typeof programs)[number];
/**
 * The ways by which a change can come: our own programs, any other one, mail that came in, the page for ratings, an
 * import, a rule, or the service itself.
 */
export const vias = [...programs, 'api', 'mail', 'page', 'import', 'rule', 'service'] as const;
export type Via = (typeof vias)[number];

const entry = fields({
  id: [Id, 'The entry’s id.'],
  conversation_id: [Id, 'The conversation that changed.'],
  event: [EventName, 'The kind of change.'],
  agent_id: [v.nullable(Id), 'The agent who made the change; null if an API key or the service itself made it.'],
  rule: [v.optional(v.string()), 'The name of the rule that made the change; absent if none did.'],
  changes: [
    v.record(v.string(), described({ from: [v.unknown(), 'The former value.'], to: [v.unknown(), 'The new value.'] })),
    'The former and the new value of each field that changed, by the name of the field.',
  ],
  created_at: [Timestamp, 'When the change was made.'],
});

/** One change of a conversation. */
export const HistoryEntry = described(entry);
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

const By = described({
  kind: [
    v.picklist(['agent', 'key', 'customer', 'rule', 'service']),
    'An agent, an API key, a customer, a rule or the service itself.',
  ],
  id: [v.nullable(Id), 'The id of the agent, or of the contact if a message came from a known one; otherwise null.'],
  name: [v.nullable(v.string()), 'The name of the agent, the API key, the rule or that contact; otherwise null.'],
});

/** The fields of a change among those of other conversations: with its author. */
export const historyNews = fields({
  ...entry,
  by: [v.nullable(By), 'The author of the change; null if it was made before this was recorded.'],
  via: [
    v.nullable(v.picklist(vias)),
    'The way by which the change came; null if it was made before this was recorded.',
  ],
});
const HistoryNews = described(historyNews);
export type HistoryNews = v.InferOutput<typeof HistoryNews>;

/** A part of the history of all conversations. */
const HistoryPart = described({
  entries: [
    v.array(HistoryNews),
    'The changes of conversations that the caller sees now, in the order in which they were recorded.',
  ],
  up_to: [
    v.number(),
    'The id of the last change that was looked at: go on after it. Less than `after_id` if there never was such a change.',
  ],
  is_end: [v.boolean(), 'Whether there was no later change.'],
  epoch: [v.optional(v.string()), 'As in `GET /me`: ids from before belong to others now.'],
});

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
  after: endpoint('GET /history', {
    summary: 'List the changes to all conversations',
    description:
      'One change after another, each once, by `after_id`. `GET /events` says when there is more. Changes are kept as long ' +
      'as their conversations.',
    ...answers.one,
    answer: HistoryPart,
    answerName: 'HistoryPart',
    query: described({
      after_id: [v.optional(Count), 'Only changes after this one; if absent none, and `up_to` says where to begin.'],
      limit: paging.limit,
    }),
    extension: true,
    example: { query: { after_id: 0, limit: 100 } },
  }),
};
