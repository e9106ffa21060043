import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { paging, SearchText, sortBy } from './schema.ts';

/** A tag in use and the number of conversations (of those the caller may see) that carry it. */
export const Tag = v.object({ name: v.string(), conversations: v.number() });
export type Tag = v.InferOutput<typeof Tag>;

/** The service’s calls about tags. */
export const tag = {
  list: endpoint({
    method: 'GET',
    path: '/tags',
    summary: 'List tags',
    allows: 'caller',
    gives: 'list',
    status: 200,
    answer: Tag,
    query: v.object({ ...paging, sort: sortBy('name'), q: v.optional(SearchText) }),
    extension: true,
  }),
};
