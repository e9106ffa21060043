import * as v from 'valibot';
import { flag } from './conversation-filter.ts';
import { described } from './described.ts';
import { endpoint } from './endpoint.ts';
import { doings } from './presence.ts';
import { Count } from './schema.ts';

/** The service’s calls about itself. */
export const service = {
  events: endpoint('GET /events', {
    summary: 'Follow changes as server-sent events',
    description:
      'The events `conversation.changed` and `inbox.changed` name the ids of what changed; read these again. `rings` ' +
      'names the conversations in which a customer has just written, if the calling agent is subscribed to their inbox ' +
      '(not spam, nor what a machine wrote, nor what is imported), or a note has mentioned that agent, a customer or another agent wrote in a conversation that it follows, or one of that agent’s came back after it was put off. `erased` has the `id` of an erasure that has ended. After a ' +
      'break `Last-Event-ID` resumes. If that is too old the event `reset` comes: read everything again. A token has at ' +
      'most 20 streams at once, a server 1,000: one more is 429.',
    allows: 'caller',
    gives: 'raw',
    media: 'text/event-stream',
    stream: true,
    untagged: true,
    status: 200,
    query: described({
      rows: [
        flag,
        'With 1 an event has what its `ids` name in `rows`, and what `conversation_ids` name in `conversation_rows`: as a row ' +
          'of a list shows it, with all its times, as it is now, and as far as the caller sees it. Of very many only the ' +
          'first are there. Without a row are the conversations in `read`, where only `unread` has become false, and those ' +
          'in `versions`, an object of versions by id: the answer to a write with the same token contained them at that ' +
          'version. `inbox_counts` has `{id, open, unassigned, unresolved}` of the inboxes of these conversations, if the ' +
          'stream has not told the same before.',
      ],
      presence: [
        v.optional(v.picklist(doings)),
        'With `answers` the event `presence` names the other agents who answer the conversation `id` now, with `reads` ' +
          'also those who read it: their ids in `answers` and `reads`. The event has no id of its own.',
      ],
      erased: [
        v.optional(Count),
        'The newest erasure that the client knows; 0 for none. The stream begins with the event `erased`, which has the ' +
          '`id` of the newest one, if that is newer.',
      ],
    }),
    extension: true,
  }),
  openapi: endpoint('GET /openapi.json', {
    summary: 'This service as an OpenAPI 3.1 document',
    description: 'It is made from the same definitions by which requests are checked.',
    allows: 'anyone',
    gives: 'raw',
    status: 200,
    extension: true,
  }),
  ready: endpoint('GET /ready', {
    summary: 'Say whether this server should get requests',
    description:
      'For the proxy before several servers. It answers 200 if the database and the files can be used and the server is ' +
      'not about to end, else 503 with the reasons. `failing` is that of `GET /health`.',
    allows: 'anyone',
    gives: 'raw',
    untagged: true,
    status: 200,
    errors: ['unavailable'],
    extension: true,
  }),
  health: endpoint('GET /health', {
    summary: 'Say whether the service lives',
    description:
      'It answers 200 as long as the program runs, also if the database is away. `failing` is the number of things that the help center does ' +
      'on its own and that have failed; they are tried again. The token of an admin, or an API key, gets them in `faults`: ' +
      'each with `what`, the last `fault`, the number of `tries`, `since` and `again_at`. ' +
      'That is null for a rule: the next message that it matches tries it.',
    allows: 'anyone',
    mayKnow: true,
    gives: 'raw',
    untagged: true,
    status: 200,
    errors: ['unauthorized', 'unavailable'],
    extension: true,
  }),
};
