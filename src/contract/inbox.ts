import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Inbox, InboxEmail, InboxRow } from './inbox-answer.ts';
import { EmailStatus, InboxSave, inboxChanges, inboxSettings, position, target } from './inbox-body.ts';
import { after, before, EmailAddress, paging, RequestId, sortBy } from './schema.ts';

const one = { ...answers.one, allows: 'admin', answer: Inbox } as const;
const address = { ...answers.one, allows: 'admin', answer: InboxEmail, answerName: 'InboxEmail' } as const;
const removed = { ...answers.nothing, allows: 'admin' } as const;
const example = {
  name: 'Returns',
  description: 'Parcels that come back',
  send_autoresponse: true,
  autoresponse_text: 'We have your mail.',
};

/** The service’s calls about inboxes, their addresses, members, positions and subscribers. */
export const inbox = {
  create: endpoint('POST /inboxes', {
    summary: 'Create an inbox',
    description:
      'It takes the basic settings; addresses, teams and agents have calls of their own, and are passed over here. It ' +
      'comes last in the list. One inbox more than the plan has is 403, a slug that is taken 409.',
    ...one,
    status: 201,
    body: described({ ...inboxSettings, ...target }),
    ignores: ['emails', 'team_ids', 'agent_ids', 'sort', 'kind'],
    errors: ['conflict', 'inbox_limit_reached'],
    example: { body: example },
  }),
  save: endpoint('POST /inboxes/save', {
    summary: 'Update or create an inbox with all its options',
    description:
      'With `id` the inbox is updated, and absent fields stay as they are; without it an inbox is created. All of it is ' +
      'done or nothing.',
    ...one,
    namesInboxes: true,
    status: [200, 201],
    body: InboxSave,
    errors: ['conflict', 'inbox_limit_reached', 'not_found'],
    example: {
      body: { ...example, emails: [{ email: 'returns@shop.example', status: 'primary' }], team_ids: [], agent_ids: [] },
    },
  }),
  list: endpoint('GET /inboxes', {
    summary: 'List all inboxes',
    description:
      'An agent gets the inboxes that it may see. All come at once unless `limit` is given, by position unless ' +
      '`sort` says otherwise.',
    ...answers.list,
    answer: Inbox,
    row: InboxRow,
    query: described({
      ...paging,
      sort: sortBy('sort', 'id', 'name', 'slug', 'created_at', 'updated_at'),
      before: before('created_at', 'updated_at'),
      after: after('created_at', 'updated_at'),
    }),
    example: { query: { sort: 'sort.desc' } },
  }),
  get: endpoint('GET /inboxes/{inbox_id}', {
    summary: 'Retrieve an inbox',
    description: 'The answer has the settings, the addresses, who has access, and how many conversations there are.',
    ...one,
    allows: 'caller',
    extension: true,
  }),
  update: endpoint('PUT /inboxes/{inbox_id}', {
    summary: 'Update an inbox',
    description: 'Absent fields stay as they are. A slug that is taken is 409.',
    ...one,
    body: described({ ...inboxChanges, ...target }),
    errors: ['conflict'],
    example: { body: { name: 'Returns and repairs', send_rating_request: true, rating_message: 'How did we do?' } },
  }),
  remove: endpoint('DELETE /inboxes/{inbox_id}', {
    summary: 'Delete an inbox with its messages; its conversations remain',
    description:
      'The conversations keep their notes, tags, contacts and history, and `inbox_id` is null; move them first ' +
      'to keep their messages. Its mail that waits to be sent is not sent. A built-in inbox is 409.',
    ...removed,
    errors: ['conflict'],
  }),
  addEmail: endpoint('POST /inboxes/{inbox_id}/emails', {
    summary: 'Add an address to an inbox',
    description:
      'An address that any inbox has already is 409. If it is primary, the former primary address becomes ' +
      'secondary.',
    ...address,
    status: 201,
    body: described({
      email: [EmailAddress, 'The email address, which no inbox may have yet.'],
      status: [
        v.optional(EmailStatus),
        'If absent, the first address of an inbox is `primary`, all others `secondary`.',
      ],
    }),
    sets: ['emails'],
    errors: ['conflict'],
    example: { body: { email: 'help@shop.example', status: 'primary' } },
  }),
  updateEmail: endpoint('PUT /inboxes/{inbox_id}/emails/{email_id}', {
    summary: 'Update an address of an inbox',
    description:
      'Absent fields stay as they are. If the primary address is made secondary, the oldest other one becomes primary. An ' +
      'address that any other inbox has is 409.',
    ...address,
    body: described({
      email: [v.optional(EmailAddress), 'The new email address, which no other inbox may have.'],
      status: [v.optional(EmailStatus), 'The new status; `primary` makes the former primary address secondary.'],
    }),
    errors: ['conflict'],
    example: { body: { status: 'primary' } },
  }),
  removeEmail: endpoint('DELETE /inboxes/{inbox_id}/emails/{email_id}', {
    summary: 'Delete an address of an inbox',
    description: 'If it was primary, the oldest other address becomes primary.',
    ...removed,
  }),
  addTeam: endpoint('POST /inboxes/{inbox_id}/teams', {
    summary: 'Give a team access to an inbox',
    description:
      'All agents of the team may see the inbox and its conversations. A team that has access already keeps it, ' +
      'with 200.',
    ...one,
    body: described({ team_id: [RequestId, 'The id of the team.'] }),
    sets: ['team_ids'],
    example: { body: { team_id: 1 } },
  }),
  removeTeam: endpoint('DELETE /inboxes/{inbox_id}/teams/{team_id}', {
    summary: 'Take a team’s access to an inbox away',
    description:
      'Its agents lose access unless they have it in another way; what is assigned to them stays so. A team ' +
      'without access is 404.',
    ...removed,
  }),
  addAgent: endpoint('POST /inboxes/{inbox_id}/agents', {
    summary: 'Give an agent access to an inbox',
    description:
      'The agent may see the inbox and its conversations. An agent that has access already keeps it, with 200.',
    ...one,
    body: described({ agent_id: [RequestId, 'The id of the agent.'] }),
    sets: ['agent_ids'],
    example: { body: { agent_id: 1 } },
  }),
  removeAgent: endpoint('DELETE /inboxes/{inbox_id}/agents/{agent_id}', {
    summary: 'Take an agent’s access to an inbox away',
    description:
      'The agent may still have access by a team; what is assigned to it stays so. An agent that is not named ' +
      'in the inbox is 404.',
    ...removed,
  }),
  sort: endpoint('POST /inboxes/{inbox_id}/sort', {
    summary: 'Move an inbox to a position',
    description: 'The other inboxes make room and keep their order.',
    ...one,
    body: described({ sort: position }),
    example: { body: { sort: 0 } },
  }),
  bulkSort: endpoint('POST /inboxes/bulk-sort', {
    summary: 'Put several inboxes in order',
    description:
      'Each inbox takes the position that it asks for; all others keep their order around them. An unknown ' +
      'inbox is 404, and nothing is changed. The answer has all inboxes in their order.',
    ...answers.list,
    allows: 'admin',
    namesInboxes: true,
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
  subscribe: endpoint('POST /inboxes/{inbox_id}/subscribe', {
    summary: 'Subscribe the calling agent to an inbox',
    description: 'The agent must have access to the inbox. One who is subscribed already stays so, with 200.',
    ...one,
    allows: 'agent',
    sets: ['subscribed'],
  }),
  unsubscribe: endpoint('DELETE /inboxes/{inbox_id}/unsubscribe', {
    summary: 'End the calling agent’s subscription to an inbox',
    description: 'An agent who is not subscribed gets the same answer.',
    ...answers.nothing,
    allows: 'agent',
  }),
};
