import * as v from 'valibot';
import { described, type Field } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Id, line, MemberIds, paging, sortBy } from './schema.ts';

/** Several agents who get access to inboxes together. */
export const Team = described({
  id: [Id, 'The team’s id.'],
  name: [v.string(), 'The team’s name.'],
  agent_ids: [v.array(Id), 'The ids of the agents in the team.'],
});
export type Team = v.InferOutput<typeof Team>;

const name = line(1, 120);
const agent_ids: Field<v.OptionalSchema<typeof MemberIds, undefined>> = [
  v.optional(MemberIds),
  'The ids of all agents in the team; those who are not named are no longer in it.',
];

/** The service’s calls about teams. */
export const team = {
  list: endpoint('GET /teams', {
    summary: 'List teams',
    description: 'All come at once unless `limit` is given, by id unless `sort` says otherwise.',
    ...answers.list,
    answer: Team,
    query: described({ ...paging, sort: sortBy('id', 'name') }),
    extension: true,
  }),
  create: endpoint('POST /teams', {
    summary: 'Create a team',
    description: 'A team sees nothing until it is given access to an inbox. An unknown agent is 422.',
    ...answers.created,
    allows: 'admin',
    answer: Team,
    body: described({ name: [name, 'The team’s name, on one line.'], agent_ids }),
    extension: true,
    example: { body: { name: 'Returns', agent_ids: [] } },
  }),
  update: endpoint('PUT /teams/{team_id}', {
    summary: 'Update a team',
    description:
      'Absent fields stay as they are. An agent who is taken out loses the access that it had by the team. A team cannot ' +
      'be deleted.',
    ...answers.one,
    allows: 'admin',
    answer: Team,
    body: described({ name: [v.optional(name), 'The team’s new name, on one line.'], agent_ids }),
    extension: true,
    example: { body: { name: 'Returns and repairs' } },
  }),
};
