import * as v from 'valibot';
import { ConversationFilter } from './conversation-filter.ts';
import { withFields, without } from './described.ts';
import { endpoint } from './endpoint.ts';
import { Count, MAX_PAGE_SIZE, RequestId } from './schema.ts';

/** The queries of the parts of a start: with them, each part is what its own call answers. */
export const startQueries = {
  list: { fields: 'list' },
  tags: { limit: MAX_PAGE_SIZE },
  messages: { limit: 20, body_limit: 4_096, fields: 'list', sort: 'created_at.desc' },
  notes: { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' },
} as const;

/** The parts of a start: the last two are of one conversation. */
export type StartPart = 'list' | 'me' | 'inboxes' | 'statuses' | 'agents' | 'tags' | 'messages' | 'notes';

/** One answer to all that a client reads at its start. */
export const start = {
  read: endpoint('GET /start', {
    summary: 'Read at once what a client starts with',
    description:
      'The answers of several calls, of one moment: `data` has `me`, the `list` of conversations as rows, `inboxes`, ' +
      '`statuses`, `agents`, `tags`, and the newest `messages` and the `notes` of the conversation `thread`. Each has ' +
      'the `etag` and the `body` of its own call; a part whose tag `If-None-Match` names is left out. The events after ' +
      '`last_event_id` of `me` tell what changed since.',
    allows: 'caller',
    gives: 'raw',
    untagged: true,
    status: 200,
    query: withFields(without(ConversationFilter, 'cursor', 'fields'), {
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
