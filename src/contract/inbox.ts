import * as v from 'valibot';
import { described } from './described.ts';
import { endpoint } from './endpoint.ts';
import { changes, EmailStatus, InboxSave, position, settings } from './inbox-body.ts';
import { after, before, EmailAddress, Id, Paragraphs, paging, RequestId, sortBy, Timestamp } from './schema.ts';

/** An address linked to an inbox; at most one of an inbox's addresses is primary. */
export const InboxEmail = described({
  id: [Id, 'The address’s id.'],
  email: [v.string(), 'The email address.'],
  status: [EmailStatus, 'At most one address of an inbox is `primary`.'],
});
export type InboxEmail = v.InferOutput<typeof InboxEmail>;

/** An inbox with its settings, and who has access to it. */
export const Inbox = described({
  id: [Id, 'The inbox’s id.'],
  name: [v.string(), 'The inbox’s name.'],
  description: [Paragraphs, 'What the inbox is for.'],
  slug: [v.string(), 'A unique short name: lower-case words joined by hyphens.'],
  sort: [v.pipe(v.number(), v.integer(), v.minValue(0)), 'The position among all inboxes, from 0.'],
  send_autoresponse: [
    v.boolean(),
    'Whether customers who write are answered automatically, if the help center sends mail.',
  ],
  autoresponse_text: [Paragraphs, 'The text of the automatic reply.'],
  send_rating_request: [
    v.boolean(),
    'Whether customers are asked for a rating after closing, if the help center sends mail.',
  ],
  rating_message: [Paragraphs, 'The text of the rating request.'],
  emails: [v.array(InboxEmail), 'The addresses that belong to the inbox.'],
  team_ids: [v.array(Id), 'The ids of the teams whose agents have access.'],
  agent_ids: [v.array(Id), 'The ids of the agents who have access by themselves.'],
  kind: [
    v.picklist(['default', 'spam', 'normal']),
    'The inbox `default` and the inbox `spam` are built in and cannot be deleted; all others are `normal`.',
  ],
  subscribed: [v.boolean(), 'Whether the calling agent is subscribed to the inbox; false for an API key.'],
  counts: [
    described({
      open: [v.number(), 'How many conversations have the status `open` and are not archived.'],
      unassigned: [v.number(), 'How many of the open ones are assigned to nobody.'],
      unresolved: [v.number(), 'How many conversations are neither closed nor archived.'],
    }),
    'How many conversations of each kind are in the inbox.',
  ],
  created_at: [Timestamp, 'When the inbox was created.'],
  updated_at: [Timestamp, 'When the inbox last changed.'],
});
export type Inbox = v.InferOutput<typeof Inbox>;

const one = { gives: 'one', status: 200, answer: Inbox } as const;
const admin = { allows: 'admin' } as const;
const example = {
  name: 'Returns',
  description: 'Parcels that come back',
  send_autoresponse: true,
  autoresponse_text: 'We have your mail.',
};

/** The service’s calls about inboxes, their addresses, members, positions and subscribers. */
export const inbox = {
  create: endpoint({
    method: 'POST',
    path: '/inboxes',
    summary: 'Create an inbox',
    ...admin,
    ...one,
    status: 201,
    body: described(settings),
    errors: ['conflict', 'inbox_limit_reached'],
    example: { body: example },
  }),
  save: endpoint({
    method: 'POST',
    path: '/inboxes/save',
    summary: 'Update or create an inbox with all its options',
    ...admin,
    ...one,
    status: [200, 201],
    body: InboxSave,
    errors: ['conflict', 'inbox_limit_reached', 'not_found'],
    example: {
      body: { ...example, emails: [{ email: 'returns@shop.example', status: 'primary' }], team_ids: [], agent_ids: [] },
    },
  }),
  list: endpoint({
    method: 'GET',
    path: '/inboxes',
    summary: 'List all inboxes',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Inbox,
    query: described({
      ...paging,
      sort: sortBy('sort', 'id', 'name', 'slug', 'created_at', 'updated_at'),
      before: before('created_at', 'updated_at'),
      after: after('created_at', 'updated_at'),
    }),
    example: { query: { sort: 'sort.desc' } },
  }),
  get: endpoint({
    method: 'GET',
    path: '/inboxes/{inbox_id}',
    summary: 'Retrieve an inbox',
    allows: 'caller',
    ...one,
    extension: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/inboxes/{inbox_id}',
    summary: 'Update an inbox',
    ...admin,
    ...one,
    body: described(changes),
    errors: ['conflict'],
    example: { body: { name: 'Returns and repairs', send_rating_request: true } },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/inboxes/{inbox_id}',
    summary: 'Delete an inbox with its messages; its conversations remain',
    ...admin,
    gives: 'nothing',
    status: 204,
    errors: ['conflict'],
  }),
  addEmail: endpoint({
    method: 'POST',
    path: '/inboxes/{inbox_id}/emails',
    summary: 'Add an address to an inbox',
    ...admin,
    gives: 'one',
    status: 201,
    answer: InboxEmail,
    body: described({
      email: [EmailAddress, 'The email address, which no inbox may have yet.'],
      status: [
        v.optional(EmailStatus),
        'If absent, the first address of an inbox is `primary`, all others `secondary`.',
      ],
    }),
    errors: ['conflict'],
    example: { body: { email: 'help@shop.example', status: 'primary' } },
  }),
  updateEmail: endpoint({
    method: 'PUT',
    path: '/inboxes/{inbox_id}/emails/{email_id}',
    summary: 'Update an address of an inbox',
    ...admin,
    gives: 'one',
    status: 200,
    answer: InboxEmail,
    body: described({
      email: [v.optional(EmailAddress), 'The new email address, which no other inbox may have.'],
      status: [v.optional(EmailStatus), 'The new status; `primary` makes the former primary address secondary.'],
    }),
    errors: ['conflict'],
    example: { body: { status: 'primary' } },
  }),
  removeEmail: endpoint({
    method: 'DELETE',
    path: '/inboxes/{inbox_id}/emails/{email_id}',
    summary: 'Delete an address of an inbox',
    ...admin,
    gives: 'nothing',
    status: 204,
  }),
  addTeam: endpoint({
    method: 'POST',
    path: '/inboxes/{inbox_id}/teams',
    summary: 'Give a team access to an inbox',
    ...admin,
    ...one,
    body: described({ team_id: [RequestId, 'The id of the team.'] }),
    example: { body: { team_id: 1 } },
  }),
  removeTeam: endpoint({
    method: 'DELETE',
    path: '/inboxes/{inbox_id}/teams/{team_id}',
    summary: 'Take a team’s access to an inbox away',
    ...admin,
    gives: 'nothing',
    status: 204,
  }),
  addAgent: endpoint({
    method: 'POST',
    path: '/inboxes/{inbox_id}/agents',
    summary: 'Give an agent access to an inbox',
    ...admin,
    ...one,
    body: described({ agent_id: [RequestId, 'The id of the agent.'] }),
    example: { body: { agent_id: 1 } },
  }),
  removeAgent: endpoint({
    method: 'DELETE',
    path: '/inboxes/{inbox_id}/agents/{agent_id}',
    summary: 'Take an agent’s access to an inbox away',
    ...admin,
    gives: 'nothing',
    status: 204,
  }),
  sort: endpoint({
    method: 'POST',
    path: '/inboxes/{inbox_id}/sort',
    summary: 'Move an inbox to a position',
    ...admin,
    ...one,
    body: described({ sort: position }),
    example: { body: { sort: 0 } },
  }),
  bulkSort: endpoint({
    method: 'POST',
    path: '/inboxes/bulk-sort',
    summary: 'Put several inboxes in order',
    ...admin,
    gives: 'list',
    status: 200,
    answer: Inbox,
    body: described({
      inboxes: [
        v.pipe(
          v.array(described({ id: [RequestId, 'The id of the inbox.'], sort: position })),
          v.minLength(1),
          v.maxLength(1_000),
        ),
        'The inboxes to move; no id and no position may be named twice.',
      ],
    }),
    errors: ['not_found'],
    example: {
      body: {
        inboxes: [
          { id: 1, sort: 0 },
          { id: 2, sort: 1 },
        ],
      },
    },
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/inboxes/{inbox_id}/subscribe',
    summary: 'Subscribe the calling agent to an inbox',
    allows: 'agent',
    ...one,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/inboxes/{inbox_id}/unsubscribe',
    summary: 'End the calling agent’s subscription to an inbox',
    allows: 'agent',
    gives: 'nothing',
    status: 204,
  }),
};
