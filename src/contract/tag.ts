import * as v from 'valibot';
import { TagName } from './conversation-body.ts';
import { described } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { paging, SearchText, sortBy } from './schema.ts';

/** A tag in use and its number of conversations, of those that the caller may see. */
export const Tag = described({
  name: [v.string(), 'The tag’s name, as it was first written.'],
  conversations: [v.number(), 'How many conversations that the caller may see have the tag.'],
});
export type Tag = v.InferOutput<typeof Tag>;

/** The service’s calls about tags. */
export const tag = {
  list: endpoint('GET /tags', {
    summary: 'List tags',
    description: 'An agent gets the tags of conversations that it may see. Sorted by name.',
    ...answers.list,
    answer: Tag,
    query: described({
      ...paging,
      sort: sortBy('name'),
      q: [v.optional(SearchText), 'A part of the name, without regard to case.'],
    }),
    extension: true,
  }),
  update: endpoint('PUT /tags/{name}', {
    summary: 'Rename a tag',
    description:
      'All conversations with the tag have the new name. If another tag has that name, they become one, and the name ' +
      'stays as it was written there. A tag that no conversation has is 404.',
    ...answers.one,
    allows: 'admin',
    answer: Tag,
    body: described({ name: [TagName, 'The new name; a change of case alone keeps the tag.'] }),
    extension: true,
    example: { body: { name: 'shipping' } },
  }),
};
