import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id, line, MemberIds, paging, sortBy } from './schema.ts';

/** Several agents who are given access to inboxes together. */
export const Team = v.object({ id: Id, name: v.string(), agent_ids: v.array(Id) });
export type Team = v.InferOutput<typeof Team>;

const name = line(1, 120);
const agent_ids = v.optional(MemberIds);

/** The service’s calls about teams. */
export const team = {
  list: endpoint({
    method: 'GET',
    path: '/teams',
    summary: 'List teams',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Team,
    query: v.object({ ...paging, sort: sortBy('id', 'name') }),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/teams',
    summary: 'Create a team',
    allows: 'admin',
    gives: 'one',
    status: 201,
    answer: Team,
    body: v.object({ name, agent_ids }),
    extension: true,
    example: { body: { name: 'Returns', agent_ids: [] } },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/teams/{team_id}',
    summary: 'Update a team',
    allows: 'admin',
    gives: 'one',
    status: 200,
    answer: Team,
    body: v.object({ name: v.optional(name), agent_ids }),
    extension: true,
    example: { body: { name: 'Returns and repairs' } },
  }),
};
