import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Day, EmailAddress, Id, line, paging, sortBy, Timestamp, text } from './schema.ts';

/** The role of an agent: an `admin` sees and administers everything. */
const Role = v.picklist(['agent', 'admin']);

/** A person who answers customers. A disabled agent cannot sign in and cannot be assigned. */
export const Agent = described({
  id: [Id, 'The agent’s id.'],
  name: [v.string(), 'The agent’s name.'],
  email: [v.string(), 'The address that the agent signs in with.'],
  role: [Role, 'An `admin` sees and does everything; an `agent` works in the inboxes that it has access to.'],
  disabled: [v.boolean(), 'Whether the agent is disabled: it cannot sign in and cannot be assigned.'],
  away_until: [
    v.optional(Day),
    'If the agent is away: the day on which it is back, in the help center’s zone. It may have passed. Else absent.',
  ],
  back_at: [v.optional(Timestamp), 'When that day begins.'],
});
export type Agent = v.InferOutput<typeof Agent>;

/** The longest password that is checked, in characters. */
export const MAX_PASSWORD_LENGTH = 1_024;

/**
 * A new password: stored only as a hash, never in an answer. The service also refuses common ones: blanks, few
 * different characters, and texts that are little more than common words, the agent's own name, years or keys in a row.
 */
export const Password = v.pipe(
  text(12, MAX_PASSWORD_LENGTH),
  v.description('Not one that is easy to guess: common words, the own name, years or keys in a row are not enough.'),
);

/** An agent's name. */
export const AgentName = line(1, 120);

/** The service’s calls about agents. */
export const agent = {
  list: endpoint('GET /agents', {
    summary: 'List agents',
    description:
      'Disabled agents are listed too. All come at once unless `limit` is given, by id unless `sort` says ' +
      'otherwise.',
    ...answers.list,
    answer: Agent,
    query: described({ ...paging, sort: sortBy('id', 'name') }),
    extension: true,
  }),
  create: endpoint('POST /agents', {
    summary: 'Create an agent',
    description: 'The password is in no answer. An address that an agent has already is 409.',
    ...answers.created,
    allows: 'admin',
    answer: Agent,
    body: described({
      name: [AgentName, 'The agent’s name, on one line.'],
      email: [EmailAddress, 'The address that the agent signs in with, unique without regard to case.'],
      role: [v.optional(Role), 'The agent’s permissions; a new one is an `agent` if it is absent.'],
      password: [Password, 'The password that the agent signs in with.'],
    }),
    errors: ['conflict'],
    extension: true,
    example: {
      body: { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'agent', password: 'correct horse battery' },
    },
  }),
  update: endpoint('PUT /agents/{agent_id}', {
    summary: 'Update an agent',
    description:
      'Absent fields stay as they are. The last admin who is not disabled cannot be disabled or made an agent: 409. An ' +
      'agent cannot be deleted.',
    ...answers.one,
    allows: 'admin',
    answer: Agent,
    body: described({
      name: [v.optional(AgentName), 'The agent’s new name, on one line.'],
      role: [v.optional(Role), 'The agent’s permissions from now on.'],
      password: [
        v.optional(Password),
        'The new password; it ends all tokens of the agent but the one that makes this call.',
      ],
      disabled: [
        v.optional(v.boolean()),
        'True disables the agent and ends its tokens, whose 401 has the detail `agent`; false enables it again.',
      ],
      away_until: [
        v.optional(v.nullable(Day)),
        'The day on which the agent is back, in the help center’s zone. Until it begins, a conversation of the agent is ' +
          'unassigned when its customer writes or it comes back. Null, or a day that has come: not away.',
      ],
    }),
    sets: ['back_at'],
    errors: ['conflict'],
    extension: true,
    example: { body: { name: 'Ana María Ortiz' } },
  }),
};
