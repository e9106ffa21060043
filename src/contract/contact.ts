import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { EmailAddress, Id, line, paging, SearchText, sortBy } from './schema.ts';

/** A customer. The address is unique without regard to case. */
export const Contact = v.object({ id: Id, name: v.string(), email: v.nullable(v.string()) });
export type Contact = v.InferOutput<typeof Contact>;

const one = { allows: 'caller', gives: 'one', status: 200, answer: Contact } as const;

/** The service’s calls about contacts. */
export const contact = {
  list: endpoint({
    method: 'GET',
    path: '/contacts',
    summary: 'List contacts',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Contact,
    query: v.object({ ...paging, sort: sortBy('id', 'name'), q: v.optional(SearchText) }),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/contacts',
    summary: 'Create a contact',
    allows: 'caller',
    gives: 'one',
    status: 201,
    answer: Contact,
    body: v.object({ name: line(1, 255), email: EmailAddress }),
    errors: ['conflict'],
    extension: true,
    example: { body: { name: 'Zoë Quinn', email: 'zoe@customer.example' } },
  }),
  get: endpoint({
    method: 'GET',
    path: '/contacts/{contact_id}',
    summary: 'Show a contact',
    ...one,
    extension: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/contacts/{contact_id}',
    summary: 'Change a contact’s name or address',
    ...one,
    body: v.object({ name: v.optional(line(1, 255)), email: v.optional(EmailAddress) }),
    errors: ['conflict'],
    extension: true,
    example: { body: { name: 'Zoë Quinn-Love' } },
  }),
};
