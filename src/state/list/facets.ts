import type { SafeText } from '../../text/safe.ts';
import { queryText } from '../query/language.ts';
import { everything } from '../query/views.ts';
import { conversationOf } from '../visible.ts';
import { statusesOf, statusKey, statusOf } from '../words/names.ts';
import type { Excludable } from '../world/query.ts';
import type { Conversation, ListTotal, Query, World } from '../world.ts';

/** A value that a list can be narrowed by, as it stands in a filter. */
export interface Facet {
  /** `status:open` */
  readonly label: SafeText;
  /** The list's query has it already. */
  readonly isChosen: boolean;
  /** The list's query with this value alone of its kind: its conversations are the ones counted. */
  readonly query: Query;
  /** The list's query with this value, or without it if it is chosen. */
  readonly next: Query;
  /** How many of the loaded rows have it, `isMore` if others may; null if no loaded row can tell. */
  readonly count: ListTotal | null;
}

/** The values of a list, in an order that stays, and how many rows they were taken from. */
export interface Facets {
  readonly query: Query;
  readonly all: readonly Facet[];
  readonly rows: number;
}

type Value = string | number;
type Counts = ReadonlyMap<Value, number>;

interface Kind {
  readonly part: keyof Excludable;
  /** At most this many values are offered, besides the chosen ones. */
  readonly most: number;
  /** A value for comparing: two that mean the same are one. */
  key(value: Value, world: World): Value;
  held(conversation: Conversation, world: World): readonly Value[];
  /** The values that are offered whether a loaded row has them or not. */
  known(world: World): readonly Value[];
}

const KINDS: readonly Kind[] = [
  {
    part: 'statuses',
    most: 10,
    key: value => statusKey(String(value)),
    held: (conversation, world) => [statusOf(world, conversation)].filter(name => name !== ''),
    known: world => {
      const { isUnresolved } = world.list.query;
      return statusesOf(world).flatMap(({ name, kind }) => (isUnresolved && kind === 'closed' ? [] : [name]));
    },
  },
  {
    part: 'assignees',
    most: 8,
    key: (value, { me }) => (value === me?.id ? 'me' : value),
    held: ({ assign_to: assignee }) => [assignee ?? 'none'],
    known: () => ['me', 'none'],
  },
  {
    part: 'tags',
    most: 12,
    key: value => String(value).toLowerCase(),
    held: ({ tags }) => tags,
    known: () => [],
  },
  {
    part: 'inboxes',
    most: 10,
    key: value => value,
    held: ({ inbox_id: inbox }) => (inbox === null ? [] : [inbox]),
    // Naming the spam inbox would widen a list that leaves it out.
    known: ({ base, list }) =>
      base.inboxes.flatMap(({ id, kind }) => (list.query.isUnresolved && kind === 'spam' ? [] : [id])),
  },
];

/** At most this many rows are counted, those around the cursor: memory holds hardly more, however long the list is. */
const MAX_ROWS = 2_000;

/** The values by which the list can be narrowed, counted among its loaded rows. */
export function facetsOf(world: World): Facets {
  const { list } = world;
  const from = Math.max(0, Math.min(list.cursorIndex - MAX_ROWS / 2, list.rows.length - MAX_ROWS));
  const near = list.rows.slice(from, from + MAX_ROWS).filter(id => !list.gone.has(id) && !list.ghosts.has(id));
  const rows = near.flatMap(id => conversationOf(world, id) ?? []);
  const isWhole = list.nextCursor === null && list.rows.length <= MAX_ROWS && rows.length === near.length;
  const all = KINDS.flatMap(kind => facetsOfKind(kind, world, rows, isWhole));
  return { query: list.query, all, rows: rows.length };
}

function facetsOfKind(kind: Kind, world: World, rows: readonly Conversation[], isWhole: boolean): readonly Facet[] {
  const { part } = kind;
  const { query } = world.list;
  const chosen: readonly Value[] = query[part];
  const chosenKeys = new Set(chosen.map(value => kind.key(value, world)));
  const { counts, names } = tally(kind, world, rows);
  const isChosen = (value: Value): boolean => chosenKeys.has(kind.key(value, world));
  return offered(kind, world, [...chosen, ...kind.known(world), ...names], counts).flatMap(value => {
    const number = counts.get(kind.key(value, world)) ?? 0;
    // Rows show nothing of values that a filter of their kind leaves out.
    const isCounted = chosen.length === 0 || isChosen(value);
    if (isCounted && isWhole && number === 0 && !isChosen(value)) return [];
    const others = chosen.filter(other => kind.key(other, world) !== kind.key(value, world));
    const withValues = (values: readonly Value[]): Query => ({ ...query, [part]: values });
    return {
      label: queryText({ ...everything, [part]: [value] }, world),
      isChosen: isChosen(value),
      query: withValues([value]),
      next: withValues(isChosen(value) ? others : [...chosen, value]),
      count: isCounted ? { number, isMore: !isWhole } : null,
    };
  });
}

/** How many rows have each value, and each value as the first of them writes it. */
function tally(kind: Kind, world: World, rows: readonly Conversation[]) {
  const counts = new Map<Value, number>();
  const names: Value[] = [];
  for (const row of rows) {
    for (const value of kind.held(row, world)) {
      const key = kind.key(value, world);
      if (!counts.has(key)) names.push(value);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return { counts, names };
}

/** Each value once: the chosen ones, then the most frequent ones. */
function offered(kind: Kind, world: World, values: readonly Value[], counts: Counts): readonly Value[] {
  const once = new Map<Value, Value>();
  for (const value of values) {
    const key = kind.key(value, world);
    if (!once.has(key)) once.set(key, key === 'me' ? key : value);
  }
  const chosen = new Set(world.list.query[kind.part].map(value => kind.key(value, world)));
  const others = [...once].filter(([key]) => !chosen.has(key));
  others.sort(([a], [b]) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return [...[...once].filter(([key]) => chosen.has(key)), ...others.slice(0, kind.most)].map(([, value]) => value);
}
