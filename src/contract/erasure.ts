import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Id, paging, sortBy, Timestamp } from './schema.ts';

/** How a contact is being erased, or was, without its name. */
export const Erasure = described({
  id: [Id, 'The erasure’s id; a later one has a higher id.'],
  contact_id: [Id, 'The contact that was erased.'],
  conversations: [v.array(Id), 'The conversations that are gone with it.'],
  shared: [v.array(Id), 'Other conversations from which something was erased, or will be.'],
  left: [v.number(), 'How many conversations are still to be gone through.'],
  begun_at: [Timestamp, 'When it was asked for.'],
  ended_at: [v.nullable(Timestamp), 'When nothing of the contact was left in any answer; null while it goes on.'],
  cleared_at: [
    v.nullable(Timestamp),
    'When the database had removed the deleted rows from its files too (PostgreSQL: when `VACUUM` had); null until then.',
  ],
  remains: [
    v.array(v.string()),
    'Where something stays for now, why, and what to do, a sentence each: a folder of backups that was not told, files ' +
      'that another help center may use. Empty before `cleared_at`, and for agents who are not admins.',
  ],
});
export type Erasure = v.InferOutput<typeof Erasure>;

/** All that the help center keeps of a contact, counted. */
export const Holdings = described({
  contact_id: [Id, 'The contact.'],
  conversations: [v.array(Id), 'The conversations of this contact alone: an erasure empties them.'],
  shared: [v.array(Id), 'Those in which other customers take part too: an erasure removes this contact from them.'],
  messages: [v.number(), 'The messages in conversations of the contact alone, and its own in the others.'],
  notes: [v.number(), 'The notes in conversations of the contact alone.'],
  files: [v.number(), 'The files of these messages and notes.'],
  mails: [v.number(), 'The mails that these messages came by.'],
  letters: [v.number(), 'The answers that still wait to be sent.'],
});
export type Holdings = v.InferOutput<typeof Holdings>;

/** The service’s calls about erasing contacts, and about their holdings. */
export const erasure = {
  list: endpoint('GET /erasures', {
    summary: 'List erasures',
    description:
      'The oldest comes first unless `sort` says otherwise. A client that keeps what it reads drops all that it keeps of ' +
      'these conversations and contacts; the event `erased` says when there is a new one.',
    ...answers.list,
    answer: Erasure,
    query: described({ ...paging, sort: sortBy('id') }),
    extension: true,
  }),
  holdings: endpoint('GET /contacts/{contact_id}/holdings', {
    summary: 'Count the data of a contact',
    description:
      'The data that an erasure would remove. Other people’s texts that merely mention the contact are not counted.',
    ...answers.one,
    allows: 'admin',
    answer: Holdings,
    answerName: 'Holdings',
    extension: true,
  }),
  begin: endpoint('POST /contacts/{contact_id}/erase', {
    summary: 'Erase a contact',
    description:
      'There is no way back. Conversations of the contact alone are emptied and no longer shown; an open one is ' +
      'closed. From conversations with other customers the contact’s texts and files go, and its name and address. ' +
      'Numbers stay. Mails that were erased are not taken in again; a new mail makes a new contact. The answer comes ' +
      'at once, and the erasure goes on in the background.',
    ...answers.one,
    allows: 'admin',
    answer: Erasure,
    extension: true,
  }),
};
