import * as v from 'valibot';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { Id, Paragraphs, RequestId, Timestamp, text, timeline } from './schema.ts';

const Rating = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

/** A customer's opinion of the help. */
export const Review = described({
  id: [Id, 'The review’s id.'],
  conversation_id: [Id, 'The conversation that is rated.'],
  contact_id: [v.nullable(Id), 'The contact who rated it; null if that is not known.'],
  rating: [Rating, 'From 1 (bad) to 5 (good).'],
  comment: [Paragraphs, 'The customer’s words; may be empty.'],
  created_at: [Timestamp, 'When the review was added.'],
});
export type Review = v.InferOutput<typeof Review>;

/** The service’s calls about reviews. */
export const review = {
  list: endpoint('GET /conversations/{conversation_id}/reviews', {
    summary: 'List a conversation’s reviews',
    description: 'The oldest reviews come first unless `sort` says otherwise.',
    ...answers.list,
    answer: Review,
    query: described(timeline),
  }),
  add: endpoint('POST /conversations/{conversation_id}/reviews', {
    summary: 'Add a customer’s review to a conversation',
    description: 'Only by an API key: an agent does not rate in a customer’s name.',
    ...answers.created,
    allows: 'key',
    answer: Review,
    body: described({
      rating: [Rating, 'From 1 (bad) to 5 (good).'],
      comment: [v.optional(text(0, 10_000)), 'The customer’s words.'],
      contact_id: [v.optional(RequestId), 'The contact who rated it; the requester if absent.'],
    }),
    errors: ['conflict'],
    extension: true,
    example: { body: { rating: 5, comment: 'Quick and kind.' } },
  }),
};
