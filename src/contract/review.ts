import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id, Paragraphs, RequestId, Timestamp, text, timeline } from './schema.ts';

const Rating = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

/** What a customer thought of the help. */
export const Review = v.object({
  id: Id,
  conversation_id: Id,
  /** Whose it is; null: not known. */
  contact_id: v.nullable(Id),
  /** 1 (bad) to 5 (good). */
  rating: Rating,
  comment: Paragraphs,
  created_at: Timestamp,
});
export type Review = v.InferOutput<typeof Review>;

/** The service’s calls about reviews. */
export const review = {
  list: endpoint({
    method: 'GET',
    path: '/conversations/{conversation_id}/reviews',
    summary: 'List a conversation’s reviews',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Review,
    query: v.object(timeline),
  }),
  add: endpoint({
    method: 'POST',
    path: '/conversations/{conversation_id}/reviews',
    summary: 'Add a customer’s review to a conversation',
    description: 'Only by an API key: an agent does not rate in a customer’s name.',
    allows: 'key',
    gives: 'one',
    status: 201,
    answer: Review,
    body: v.object({ rating: Rating, comment: v.optional(text(0, 10_000)), contact_id: v.optional(RequestId) }),
    errors: ['conflict'],
    extension: true,
    example: { body: { rating: 5, comment: 'Quick and kind.' } },
  }),
};
