import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { EmailAddress, Id, line, paging, sortBy, text } from './schema.ts';

/** What an agent may do: an `admin` sees and administers everything. */
export const Role = v.picklist(['agent', 'admin']);

/** Someone who answers customers. A disabled agent cannot sign in and cannot be assigned. */
export const Agent = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: Role,
  disabled: v.boolean(),
});
export type Agent = v.InferOutput<typeof Agent>;

/** The longest password that is looked at, in characters. */
export const maxPasswordLength = 1_024;

/**
 * A new password: kept only as a hash, in no answer. The service also refuses common ones: blanks, few different
 * characters, and what is little more than common words, the agent's own name, years or keys in a row.
 */
export const Password = v.pipe(
  text(12, maxPasswordLength),
  v.description('Not one that is easy to guess: common words, the own name, years or keys in a row are not enough.'),
);

/** An agent's name. */
export const AgentName = line(1, 120);

/** The service’s calls about agents. */
export const agent = {
  list: endpoint({
    method: 'GET',
    path: '/agents',
    summary: 'List agents',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Agent,
    query: v.object({ ...paging, sort: sortBy('id', 'name') }),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/agents',
    summary: 'Create an agent',
    allows: 'admin',
    gives: 'one',
    status: 201,
    answer: Agent,
    body: v.object({ name: AgentName, email: EmailAddress, role: v.optional(Role), password: Password }),
    errors: ['conflict'],
    extension: true,
    example: {
      body: { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'agent', password: 'correct horse battery' },
    },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/agents/{agent_id}',
    summary: 'Update an agent',
    allows: 'admin',
    gives: 'one',
    status: 200,
    answer: Agent,
    body: v.object({
      name: v.optional(AgentName),
      role: v.optional(Role),
      password: v.optional(Password),
      disabled: v.optional(v.boolean()),
    }),
    errors: ['conflict'],
    extension: true,
    example: { body: { name: 'Ana María Ortiz' } },
  }),
};
