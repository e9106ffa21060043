import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id, line, paging, sortBy } from './schema.ts';

/** A status that a conversation can have. */
export const ConversationStatus = v.object({
  id: Id,
  name: v.string(),
  /** The built-in `open` and `closed`, or `custom`. */
  kind: v.picklist(['open', 'closed', 'custom']),
});
export type ConversationStatus = v.InferOutput<typeof ConversationStatus>;

/** A word that a filter takes for the built-in status `open`; no status of one's own can be called so. */
export const openAlias = 'opened';

/** The service’s calls about the statuses of conversations. */
export const status = {
  list: endpoint({
    method: 'GET',
    path: '/conversation_statuses',
    summary: 'List conversation statuses',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: ConversationStatus,
    query: v.object({ ...paging, sort: sortBy('id', 'name') }),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/conversation_statuses',
    summary: 'Create a conversation status',
    allows: 'admin',
    gives: 'one',
    status: 201,
    answer: ConversationStatus,
    body: v.object({ name: line(1, 40) }),
    errors: ['conflict'],
    example: { body: { name: 'awaiting reply' } },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/conversation_statuses/{conversation_status_id}',
    summary: 'Rename a conversation status of one’s own',
    allows: 'admin',
    gives: 'one',
    status: 200,
    answer: ConversationStatus,
    body: v.object({ name: line(1, 40) }),
    errors: ['conflict'],
    extension: true,
    example: { body: { name: 'waiting for the customer' } },
  }),
};
