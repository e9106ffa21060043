import * as v from 'valibot';
import { described } from './described.ts';
import { endpoint } from './endpoint.ts';
import { paging, SearchText, sortBy } from './schema.ts';

/** A tag in use and the number of conversations (of those the caller may see) that carry it. */
export const Tag = described({
  name: [v.string(), 'The tag’s name, as it was first written.'],
  conversations: [v.number(), 'How many conversations that the caller may see have the tag.'],
});
export type Tag = v.InferOutput<typeof Tag>;

/** The service’s calls about tags. */
export const tag = {
  list: endpoint({
    method: 'GET',
    path: '/tags',
    summary: 'List tags',
    description: 'An agent gets the tags of conversations that it may see. Sorted by name.',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Tag,
    query: described({
      ...paging,
      sort: sortBy('name'),
      q: [v.optional(SearchText), 'A part of the name, without regard to case.'],
    }),
    extension: true,
  }),
};
