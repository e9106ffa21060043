import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import {
  Count,
  EmailAddress,
  Id,
  line,
  MemberIds,
  Paragraphs,
  paging,
  RequestId,
  sortBy,
  Timestamp,
  text,
  timeRange,
} from './schema.ts';

const EmailStatus = v.picklist(['primary', 'secondary']);

/** An address linked to an inbox; at most one of an inbox's addresses is primary. */
export const InboxEmail = v.object({ id: Id, email: v.string(), status: EmailStatus });
export type InboxEmail = v.InferOutput<typeof InboxEmail>;

/** An inbox with its settings, and who has access to it. */
export const Inbox = v.object({
  id: Id,
  name: v.string(),
  description: Paragraphs,
  /** A name of its own for addresses: lower-case words joined by hyphens. */
  slug: v.string(),
  /** Its position among all inboxes, from 0. */
  sort: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Whether whoever writes to it is answered at once with `autoresponse_text`. */
  send_autoresponse: v.boolean(),
  autoresponse_text: Paragraphs,
  /** Whether customers are asked for a rating, with `rating_message`, when a conversation is closed. */
  send_rating_request: v.boolean(),
  rating_message: Paragraphs,
  emails: v.array(InboxEmail),
  /** Teams whose agents have access. */
  team_ids: v.array(Id),
  /** Agents who have access by themselves. */
  agent_ids: v.array(Id),
  /** `default` and `spam` are built in and cannot be deleted. */
  kind: v.picklist(['default', 'spam', 'normal']),
  /** Whether the calling agent is; false for an API key. */
  subscribed: v.boolean(),
  /**
   * How many of its conversations `status=open` lists, how many of those nobody is assigned to, and how many are neither
   * closed nor archived.
   */
  counts: v.object({ open: v.number(), unassigned: v.number(), unresolved: v.number() }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Inbox = v.InferOutput<typeof Inbox>;

const settings = {
  name: line(1, 120),
  description: v.optional(text(0, 2_000)),
  slug: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(64),
      v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
    ),
  ),
  send_autoresponse: v.optional(v.boolean()),
  autoresponse_text: v.optional(text(0, 10_000)),
  send_rating_request: v.optional(v.boolean()),
  rating_message: v.optional(text(0, 10_000)),
};
const InboxSave = v.object({
  id: v.optional(RequestId),
  ...settings,
  name: v.optional(settings.name),
  sort: v.optional(Count),
  emails: v.optional(
    v.pipe(v.array(v.object({ email: EmailAddress, status: v.optional(EmailStatus) })), v.maxLength(1_000)),
  ),
  team_ids: v.optional(MemberIds),
  agent_ids: v.optional(MemberIds),
});

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
    body: v.object(settings),
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
    query: v.object({
      ...paging,
      sort: sortBy('sort', 'id', 'name', 'slug', 'created_at', 'updated_at'),
      before: timeRange('created_at', 'updated_at'),
      after: timeRange('created_at', 'updated_at'),
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
    body: v.object({ ...settings, name: v.optional(settings.name), sort: v.optional(Count) }),
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
    body: v.object({ email: EmailAddress, status: v.optional(EmailStatus) }),
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
    body: v.object({ email: v.optional(EmailAddress), status: v.optional(EmailStatus) }),
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
    body: v.object({ team_id: RequestId }),
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
    body: v.object({ agent_id: RequestId }),
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
    body: v.object({ sort: Count }),
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
    body: v.object({
      inboxes: v.pipe(v.array(v.object({ id: RequestId, sort: Count })), v.minLength(1), v.maxLength(1_000)),
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
