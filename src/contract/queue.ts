import * as v from 'valibot';
import { Conversation } from './conversation.ts';
import { flag, MAX_BULK_IDS } from './conversation-filter.ts';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { RequestId } from './schema.ts';

const ids = v.optional(v.pipe(v.array(RequestId), v.maxLength(MAX_BULK_IDS)));

/** The calls of agents who share a queue. */
export const queue = {
  next: endpoint('POST /conversations/next', {
    summary: 'Take the next conversation that waits for an answer',
    description:
      'Assigns it to the calling agent, and answers with it: a list of one, or of none if nothing waits. First come those ' +
      'that are the agent’s already: unread ones, then those whose customer waits; then the unassigned ones whose customer ' +
      'waits: each time those that are due, the earliest first, then those that have waited longest. Two agents never get ' +
      'the same one.',
    ...answers.list,
    allows: 'agent',
    answer: Conversation,
    answerName: 'Conversation',
    query: described({
      count: [
        flag,
        'With 1 `meta.total` is the number of those that wait, are the agent’s or unassigned, and are not passed over, ' +
          'before this call.',
      ],
    }),
    body: described({
      inbox_ids: [ids, 'Ids of inboxes, one of which it is in; absent: any but the spam inbox.'],
      skip: [ids, 'Ids of conversations that are passed over.'],
      assign: [
        v.optional(v.boolean()),
        'False assigns nothing: it only tells which conversation would come, to read it ahead.',
      ],
    }),
    extension: true,
    example: { body: { skip: [] } },
  }),
};
