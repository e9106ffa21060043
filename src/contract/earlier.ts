import * as v from 'valibot';
import { described } from './described.ts';
import { Id, Timestamp } from './schema.ts';

/** The earlier conversations of a conversation's requester are counted no further. */
export const MAX_EARLIER = 1_000;

/** The earlier conversations of a conversation's requester. */
export const Earlier = described({
  count: [v.number(), `How many earlier conversations the caller sees; counted up to ${MAX_EARLIER}.`],
  last: [
    described({
      id: [Id, 'The conversation’s id.'],
      title: [v.string(), 'Its subject.'],
      status: [v.string(), 'The name of its status.'],
      closed_at: [v.optional(Timestamp), 'When it was closed; absent if it is not.'],
    }),
    'The one of them with the newest message.',
  ],
});
export type Earlier = v.InferOutput<typeof Earlier>;
/** The same for the side that answers. */
export type EarlierAnswer = v.InferInput<typeof Earlier>;
