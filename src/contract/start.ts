import * as v from 'valibot';
import { ConversationFilter, flag } from './conversation-filter.ts';
import { omit, withFields } from './described.ts';
import { endpoint } from './endpoint.ts';
import { Count, MAX_PAGE_SIZE, RequestId } from './schema.ts';

const unresolved = { snoozed: '0', not: { status: ['closed'], inbox_ids: ['spam'] } } as const;
const counted = { fields: 'list', count: '1', limit: 1 } as const;

/** The queries of the parts of a start: with them, each part equals the answer of its own call. */
export const startQueries = {
  list: { fields: 'list' },
  tags: { limit: MAX_PAGE_SIZE },
  messages: { limit: 20, body_limit: 4_096, fields: 'list', sort: 'created_at.desc' },
  notes: { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' },
} as const;

/** The queries by which a desk counts its views. The order of their fields is that of a desk, whose calls are found by it. */
export const countQueries = {
  unresolved: { ...unresolved, ...counted },
  mine: { assign_to: ['me'], ...unresolved, ...counted },
  unassigned: { assign_to: ['none'], ...unresolved, ...counted },
  waiting: { waiting: '1', ...unresolved, ...counted },
} as const;

/** The numbers of conversations that these queries match, as far as they are counted. */
export type StartCounts = Readonly<Record<keyof typeof countQueries, number>>;

/** The parts of a start: the last two are of one conversation. */
export type StartPart = 'list' | 'me' | 'inboxes' | 'statuses' | 'agents' | 'tags' | 'messages' | 'notes';

/** One answer to all that a client reads at its start. */
export const start = {
  read: endpoint('GET /start', {
    summary: 'Read at once all that a client needs at its start',
    description:
      'The answers of several calls, of one moment: `data` has `me`, the `list` of conversations as rows, `inboxes`, ' +
      '`statuses`, `agents`, `tags`, and the newest ' +
      '`messages` and the `notes` of the conversation `thread`. Each has the `etag` and the `body` of its own call; a part whose tag `If-None-Match` names is left out. The events after ' +
      '`last_event_id` of `me` tell what changed since.',
    allows: 'caller',
    gives: 'raw',
    untagged: true,
    status: 200,
    query: withFields(omit(ConversationFilter, 'cursor', 'fields'), {
      counts: [
        flag,
        'With 1 `counts` has the numbers of the `unresolved`, of those of them that are `mine`, `unassigned` or `waiting`.',
      ],
      thread: [
        v.optional(RequestId),
        'The conversation whose messages and notes are read too; if absent, the first one of the list.',
      ],
      version: [v.optional(Count), 'Its version that the client knows: of the same one nothing is read.'],
      messages: [v.optional(RequestId), 'Reads only its messages with greater ids.'],
      notes: [v.optional(RequestId), 'Reads only its notes with greater ids.'],
    }),
    extension: true,
  }),
};
