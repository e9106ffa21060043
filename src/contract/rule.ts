import * as v from 'valibot';
import { contents, excludable, flag } from './conversation-filter.ts';
import { described, fields, omit, withFields } from './described.ts';
import { answers, endpoint } from './endpoint.ts';
import { GivenActions, MacroActions } from './saved-reply.ts';
import { Id, line, paging, RequestId, SearchText, sortBy } from './schema.ts';

/** The most values of one kind in a rule: it is stored, and read for each message. */
const MAX_VALUES = 100;

function few<Item extends v.GenericSchema>(item: Item) {
  return v.optional(v.pipe(v.array(item), v.maxLength(MAX_VALUES)));
}

/** The filters of a list that mean the same for every agent, and at any time. */
const asked = withFields(omit(described(excludable), 'unread', 'mentioned', 'followed', 'due_within'), {
  assign_to: [few(v.union([v.picklist(['none', 'me']), RequestId])), excludable.assign_to[1]],
  status: [few(v.string()), 'Names of statuses, without regard to case, one of which it has.'],
  inbox_ids: [few(v.union([v.picklist(['none', 'spam']), RequestId])), excludable.inbox_ids[1]],
  tags: [few(v.string()), excludable.tags[1]],
  has: [few(v.picklist(contents)), excludable.has[1]],
});

/** Which conversations a rule is about: filters of a list. */
export const RuleFilter = withFields(asked, {
  from: [
    v.optional(SearchText),
    'Words that must all begin a word of the requester’s name or address. What contains `@` is compared with the address ' +
      'itself: `@acme.example` with its end, `ana@acme.example` with the whole.',
  ],
  q: [v.optional(SearchText), 'Words that must all begin a word of the conversation, as in a list.'],
  snoozed: [flag, 'With 1 only conversations that are put off, with 0 none of them.'],
  not: [v.optional(asked), 'Leaves out what any of these filters matches.'],
});
export type RuleFilter = v.InferOutput<typeof RuleFilter>;

/** Something that the help center does to a conversation when its customer writes. */
export const Rule = described({
  id: [Id, 'The rule’s id.'],
  name: [v.string(), 'Its name; the history of a conversation says it.'],
  when: [RuleFilter, 'Which conversations it is about; empty: all.'],
  do: [MacroActions, 'The changes that it makes to them.'],
  enabled: [v.boolean(), 'Whether it is carried out.'],
  sort: [
    v.number(),
    'Its place: the rules that match are carried out in this order, and those with the same place by id.',
  ],
  problem: [
    v.nullable(v.string()),
    'Why the rule is skipped, such as `there is no inbox 7`. Null if nothing is wrong.',
  ],
});
export type Rule = v.InferOutput<typeof Rule>;

const name = line(1, 80);
const more = fields({
  when: [v.optional(RuleFilter), 'Which conversations it is about.'],
  enabled: [v.optional(v.boolean()), 'Whether it is carried out; a new one is.'],
  sort: [v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), 'Its place; a new one is the last.'],
});
const one = { allows: 'admin', answer: Rule, extension: true } as const;

/** The service’s calls about rules. */
export const rule = {
  list: endpoint('GET /rules', {
    summary: 'List rules',
    description: 'All come at once unless `limit` is given, in their order unless `sort` says otherwise.',
    ...answers.list,
    ...one,
    query: described({ ...paging, sort: sortBy('sort', 'id') }),
  }),
  create: endpoint('POST /rules', {
    summary: 'Create a rule',
    description:
      'It is carried out in the transaction of each message that a customer writes from then on: by mail, or by an API key. ' +
      'All rules look at the conversation as the message left it, so none sees what another one does. A rule sends no mail. ' +
      '`from` matches only if the requester wrote the message, and its mail was verified. Archived conversations are left ' +
      'out, and the spam inbox unless `inbox_ids` names it. A name that another rule has, without regard to case, is 409; ' +
      'an agent, an inbox or a status that does not exist is 422.',
    ...answers.created,
    ...one,
    body: described({
      name: [name, 'Its name, on one line.'],
      do: [GivenActions, 'The changes that it makes.'],
      ...more,
    }),
    errors: ['conflict'],
    example: { body: { name: 'Acme', when: { from: '@acme.example' }, do: { add_tags: ['acme'] } } },
  }),
  update: endpoint('PUT /rules/{rule_id}', {
    summary: 'Update a rule',
    description: 'Absent fields stay as they are.',
    ...answers.one,
    ...one,
    body: described({
      name: [v.optional(name), 'Its new name, on one line.'],
      do: [v.optional(GivenActions), 'All that it does.'],
      ...more,
    }),
    errors: ['conflict'],
    example: { body: { enabled: false } },
  }),
  remove: endpoint('DELETE /rules/{rule_id}', {
    summary: 'Delete a rule',
    description: 'Its changes stay.',
    ...answers.nothing,
    allows: 'admin',
    extension: true,
  }),
};
