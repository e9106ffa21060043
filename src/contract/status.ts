import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Id, line, paging, sortBy } from './schema.ts';

/** A status that a conversation can have. */
export const ConversationStatus = described({
  id: [Id, 'The status’s id.'],
  name: [v.string(), 'The status’s name.'],
  kind: [
    v.picklist(['open', 'closed', 'custom']),
    'The status `open` and the status `closed` are built in; all others are `custom`.',
  ],
});
export type ConversationStatus = v.InferOutput<typeof ConversationStatus>;

/** A word that a filter reads as the built-in status `open`; no other status can have this name. */
export const openAlias = 'opened';

/** The service’s calls about the statuses of conversations. */
export const status = {
  list: endpoint('GET /conversation_statuses', {
    summary: 'List conversation statuses',
    description:
      'A status can be used in every inbox. All come at once unless `limit` is given, by id unless `sort` says ' +
      'otherwise.',
    ...answers.list,
    answer: ConversationStatus,
    answerName: 'ConversationStatus',
    query: described({ ...paging, sort: sortBy('id', 'name') }),
    extension: true,
  }),
  create: endpoint('POST /conversation_statuses', {
    summary: 'Create a conversation status',
    description:
      'It can be used in every inbox, old or new. A name that is taken is 409, and so is `opened`, which ' +
      'filters take for `open`.',
    ...answers.created,
    allows: 'admin',
    answer: ConversationStatus,
    answerName: 'ConversationStatus',
    body: described({ name: [line(1, 40), 'The status’s name, unique without regard to case.'] }),
    errors: ['conflict'],
    example: { body: { name: 'awaiting reply' } },
  }),
  update: endpoint('PUT /conversation_statuses/{conversation_status_id}', {
    summary: 'Rename a conversation status of one’s own',
    description:
      'The built-in statuses keep their names: 409. A name that is taken is 409, and so is `opened`, which ' +
      'filters take for `open`.',
    ...answers.one,
    allows: 'admin',
    answer: ConversationStatus,
    answerName: 'ConversationStatus',
    body: described({ name: [line(1, 40), 'The status’s name, unique without regard to case.'] }),
    errors: ['conflict'],
    extension: true,
    example: { body: { name: 'waiting for the customer' } },
  }),
};
