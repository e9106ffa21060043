import type { ConversationFilter } from '../../contract/conversation-filter.ts';
import { MAX_SEARCH_LENGTH } from '../../contract/schema.ts';
import { type Excludable, type Excluded, type Trait, traitsOf } from '../world/query.ts';
import type { Query, World } from '../world.ts';
import { dayBounds, dayOf, MAX_DUE_MINUTES } from './dates.ts';
import { sortParameter } from './order.ts';
import { withoutResolved } from './unresolved.ts';

/** The query in the help center's form, without defaults. */
export function toFilter(query: Query, world: World): ConversationFilter {
  const sample = query.sample === null ? undefined : `${query.sample}.${dayOf('today', world.now)}`;
  const filter = { ...plainFilter(query), sample };
  return query.isUnresolved ? withoutResolved(filter, query, world) : filter;
}

function plainFilter(query: Query): ConversationFilter {
  const hasNot = Object.values(query.not).some(values => values.length > 0);
  return {
    q: query.words === '' ? undefined : query.words.slice(0, MAX_SEARCH_LENGTH),
    ...excludableFilter(query),
    ...markFilter({ has: query.has, is: traitsOf(query) }),
    ...dueFilter(query),
    snoozed: query.isLater ? '1' : query.not.is.includes('later') ? '0' : undefined,
    not: hasNot ? notFilter(query.not) : undefined,
    from: query.from === '' ? undefined : query.from.slice(0, MAX_SEARCH_LENGTH),
    counted: query.counted === '' ? undefined : query.counted,
    by: some(query.writers),
    archived: query.archived === 'no' ? undefined : query.archived === 'only' ? '1' : 'any',
    ...dayBounds(query),
    sort: query.sort === 'newest' ? undefined : sortParameter(query.sort),
  };
}

/** A conversation with any due time is due within the largest number of minutes. */
function dueFilter({ dueWithin, isDue }: Pick<Query, 'dueWithin' | 'isDue'>) {
  return { due_within: dueWithin ?? (isDue ? MAX_DUE_MINUTES : undefined) };
}

function some<T>(values: readonly T[]): T[] | undefined {
  return values.length > 0 ? [...values] : undefined;
}

function notFilter(not: Excluded) {
  const unresolved = not.is.includes('unresolved') ? ('1' as const) : undefined;
  const due = dueFilter({ dueWithin: null, isDue: not.is.includes('due') });
  return { ...excludableFilter(not), ...markFilter(not), ...due, unresolved };
}

function markFilter({ has, is }: Pick<Excluded, 'has' | 'is'>) {
  const flag = (trait: Trait) => (is.includes(trait) ? ('1' as const) : undefined);
  const [unread, waiting, late] = [flag('unread'), flag('waiting'), flag('late')];
  const [automatic, mentioned, followed] = [flag('automatic'), flag('mentioned'), flag('followed')];
  return { has: some(has), unread, waiting, late, automatic, mentioned, followed };
}

function excludableFilter({ statuses, assignees, inboxes, tags }: Excludable) {
  return {
    status: some(statuses),
    assign_to: some(assignees),
    inbox_ids: some(inboxes),
    tags: some(tags),
  };
}
