import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Count, EmailAddress, Id, line, Paragraphs, paging, SearchText, sortBy, Timestamp, text } from './schema.ts';

/** The team's note about a customer. Customers never see it. */
const ContactNote = described({
  text: [Paragraphs, 'The text; of a former one empty if there was none then.'],
  version: [v.number(), 'Counts the changes.'],
  agent_id: [v.nullable(Id), 'The agent who wrote it; null for an API key.'],
  created_at: [Timestamp, 'When it was written.'],
});

/** A customer. The address is unique without regard to case. */
export const Contact = described({
  id: [Id, 'The contact’s id.'],
  name: [v.string(), 'The contact’s name.'],
  email: [v.nullable(v.string()), 'The contact’s email address; null if none is known.'],
  note: [v.optional(ContactNote), 'The team’s note about the contact; absent if there is none.'],
  former_notes: [
    v.optional(v.array(ContactNote)),
    'The former notes, the newest first; absent in lists, and if there are none.',
  ],
});
export type Contact = v.InferOutput<typeof Contact>;

/** The text of a team’s note about a customer. */
export const ContactNoteText = text(1, 2_000);

/** A contact’s name. */
export const ContactName = line(1, 255);

const one = { ...answers.one, answer: Contact } as const;

/** The service’s calls about contacts. */
export const contact = {
  list: endpoint('GET /contacts', {
    summary: 'List contacts',
    description:
      'An agent gets the contacts of conversations that it may see, and those without a conversation. Sorted by ' +
      'id unless `sort` says otherwise.',
    ...answers.list,
    answer: Contact,
    query: described({
      ...paging,
      sort: sortBy('id', 'name'),
      q: [
        v.optional(SearchText),
        'Words with each of which the address or a word of name and address begins, without regard to case and accents.',
      ],
    }),
    extension: true,
  }),
  create: endpoint('POST /contacts', {
    summary: 'Create a contact',
    description: 'An address that a contact has already is 409, which names that contact.',
    ...answers.created,
    answer: Contact,
    body: described({
      name: [ContactName, 'The contact’s name, on one line.'],
      email: [EmailAddress, 'The contact’s email address, unique without regard to case.'],
    }),
    errors: ['conflict'],
    extension: true,
    example: { body: { name: 'Zoë Quinn', email: 'zoe@customer.example' } },
  }),
  get: endpoint('GET /contacts/{contact_id}', {
    summary: 'Show a contact',
    description: 'An agent sees the contacts of conversations that it may see, and those without a conversation.',
    ...one,
    extension: true,
  }),
  update: endpoint('PUT /contacts/{contact_id}', {
    summary: 'Change a contact’s name, address or note',
    description:
      'Absent fields stay as they are. All conversations of the contact show the change. An address that another contact ' +
      'has is 409, and so is a note of another version than `note_version`.',
    ...one,
    body: described({
      name: [v.optional(ContactName), 'The new name, on one line.'],
      email: [v.optional(EmailAddress), 'The new email address, unique without regard to case.'],
      note: [v.optional(v.nullable(ContactNoteText)), 'The team’s note about the contact; null for none.'],
      note_version: [v.optional(Count), 'The version of the note that this one replaces; 0 if there is none.'],
    }),
    errors: ['conflict'],
    extension: true,
    example: { body: { name: 'Zoë Quinn-Love' } },
  }),
};
