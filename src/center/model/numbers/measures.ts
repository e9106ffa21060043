import { type RawBuilder, sql } from 'kysely';
import { workedBy } from '../../../text/target.ts';
import type { Db } from '../../database/tables.ts';
import { targetColumns, targetOf } from '../inbox/target.ts';
import { once } from '../once.ts';
import type { By, Period } from './period.ts';

/** Entries to count over the rows `s` of `conversation_span`, in SQL. */
export interface Measure {
  readonly from: string;
  readonly where: string;
  /** The agent whose entry each is, or null. */
  readonly agent: string;
  /** What else is to be known of each: a number. */
  readonly value?: string;
  /** The time from the beginning of the span to this column, in seconds, is to be known too. */
  readonly until?: string;
}

/** Replaces `in_time` of an answer that had no target. */
export const NO_TARGET = -1;

const SPANS = 'conversation_span as s';
const ASSIGNEE = 's.assign_key';

function within(column: string): string {
  return `${column} >= p.since and ${column} < p.until`;
}

/** What is counted, by its name. */
export const measures = {
  came: { from: SPANS, where: `${within('s.opened_at')} and s.number = 0`, agent: ASSIGNEE },
  reopened: { from: SPANS, where: `${within('s.opened_at')} and s.number > 0`, agent: ASSIGNEE },
  answered: {
    from: SPANS,
    where: within('s.answered_at'),
    agent: 's.answered_by',
    until: 's.answered_at',
    value: `coalesce(s.in_time, ${NO_TARGET})`,
  },
  // Those among the answered that had a target.
  targeted: { from: SPANS, where: `${within('s.answered_at')} and s.in_time is not null`, agent: 's.answered_by' },
  closed: {
    from: SPANS,
    where: within('s.closed_at'),
    agent: 's.closed_by',
    until: 's.closed_at',
  },
  rated: {
    from: `review as r cross join ${SPANS}`,
    where: `${within('r.created_at')} and s.conversation_id = r.conversation_id and s.number = 0`,
    agent: ASSIGNEE,
    value: 'r.rating',
  },
  // What is open at the end is open still, or was closed later.
  open: { from: SPANS, where: 's.closed_at is null and s.opened_at < p.until', agent: ASSIGNEE },
  closedLater: { from: SPANS, where: 's.closed_at >= p.until and s.opened_at < p.until', agent: ASSIGNEE },
} as const satisfies Readonly<Record<string, Measure>>;
export type Name = keyof typeof measures;

/** The rows that a caller may have. */
export interface Scope {
  /** The homes of conversations that it sees; undefined: all. */
  readonly homes: readonly number[] | undefined;
  /** By agent: the only one; undefined: all. */
  readonly agentId: number | undefined;
}

/** The entries of one row: how many, and what is to be known of them. */
export interface Entries {
  count: number;
  readonly values: number[];
  readonly seconds: number[];
}

/** The entries of a measure by the agent's id (0 for no agent), the inbox's, the tag's, or the index of the day. */
export type Found = ReadonlyMap<number, Entries>;

/** The agent of each entry; 0 for none. */
export function agentOf({ agent }: Measure): RawBuilder<number> {
  return sql.raw(agent === ASSIGNEE ? agent : `coalesce(${agent}, 0)`);
}

function keyOf(by: By, measure: Measure): RawBuilder<unknown> {
  const columns = { inbox: 's.home_id', day: 'p.day', tag: 'link.tag_id' };
  return by === 'agent' ? agentOf(measure) : sql.raw(columns[by]);
}

/** The days as rows `p` of their index, beginning and end; counted from them, an index finds the entries of each. */
export function daysIn(bounds: readonly number[]): RawBuilder<unknown> {
  const rows = bounds.slice(1).map((until, at) => {
    return sql`(cast(${at} as integer), cast(${bounds[at]} as bigint), cast(${until} as bigint))`;
  });
  return sql`(select column1 as day, column2 as since, column3 as until from (values ${sql.join(rows)}) as v) as p`;
}

function listed(text: string | null): number[] {
  return text === null ? [] : JSON.parse(`[${text}]`);
}

function seenBy({ homes }: Scope): RawBuilder<unknown> {
  return homes ? sql` and s.home_id in (${sql.join([0, ...homes])})` : sql``;
}

/** The columns that the seconds of a measure are made of. */
function timesOf({ until }: Measure, { clock }: Period): readonly string[] {
  if (until === undefined) return [];
  return clock === 'working' ? ['s.opened_at', until, 's.home_id'] : [`(${until} - s.opened_at) / 1000`];
}

/** The seconds of working time between two lists of moments, each by the hours of its inbox. */
async function workedIn(db: Db, [since, until, homes]: readonly number[][]): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('inbox')
    .select(['id', ...targetColumns])
    .execute();
  const first = since!.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = until!.reduce((a, b) => Math.max(a, b), 0);
  const clocks = new Map(rows.map(row => [row.id, once(() => workedBy(targetOf(row), first, last))]));
  return homes!.map((home, at) => {
    const passed = clocks.get(home)?.() ?? (moment => moment);
    return Math.floor((passed(until![at]!) - passed(since![at]!)) / 1_000);
  });
}

/**
 * Reads a measure in one row of lists: the keys and, if there are any, what the values are made of. To group the entries, SQLite would
 * sort them first, which takes five times as long as to read them; here they are grouped as fast as they are read.
 */
export async function collect(db: Db, period: Period, measure: Measure, scope: Scope): Promise<Found> {
  const { by, bounds } = period;
  const tagged = by === 'tag' ? sql` join conversation_tag as link on link.conversation_id = s.conversation_id` : sql``;
  const own = by === 'agent' && scope.agentId !== undefined ? sql` and ${agentOf(measure)} = ${scope.agentId}` : sql``;
  const list = (value: RawBuilder<unknown>) => sql`string_agg(cast(${value} as text), ',')`;
  const times = timesOf(measure, period);
  const lists = [keyOf(by, measure), ...[...(measure.value ? [measure.value] : []), ...times].map(one => sql.raw(one))];
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(lists.map((one, at) => sql`${list(one)} as ${sql.ref(`list${at}`)}`))}
    from ${daysIn(bounds)} cross join ${sql.raw(measure.from)}${tagged}
    where ${sql.raw(measure.where)}${seenBy(scope)}${own}`.execute(db);
  const [keys = [], ...read] = lists.map((_, at) => listed(rows[0]![`list${at}`] ?? null));
  const values = measure.value ? read.shift()! : [];
  return grouped(keys, values, read.length > 1 ? await workedIn(db, read) : (read[0] ?? []));
}

function grouped(keys: readonly number[], values: readonly number[], seconds: readonly number[]): Found {
  const found = new Map<number, Entries>();
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at]!;
    const entries = found.get(key) ?? { count: 0, values: [], seconds: [] };
    if (entries.count === 0) found.set(key, entries);
    entries.count += 1;
    if (values.length > 0) entries.values.push(values[at]!);
    if (seconds.length > 0) entries.seconds.push(seconds[at]!);
  }
  return found;
}

/**
 * How many conversations are open and were opened before the end, by the keys of `Found`. They may be most of all there
 * are: they are counted by the index alone, one inbox and agent after the other.
 */
export async function countOpen(db: Db, period: Period, scope: Scope): Promise<ReadonlyMap<number, number>> {
  const { by, bounds } = period;
  if (by === 'tag' || scope.agentId !== undefined) {
    const found = await collect(db, period, measures.open, scope);
    return new Map([...found].map(([key, { count }]) => [key, count]));
  }
  const { rows } = await sql<{ home: number; agent: number; number: number }>`
    select s.home_id as home, s.assign_key as agent, (select count(*) from conversation_span as own
      where own.closed_at is null and own.home_id = s.home_id and own.assign_key = s.assign_key
        and own.opened_at < ${bounds.at(-1)!}) as number
    from (select distinct home_id, assign_key from conversation_number) as s where true${seenBy(scope)}`.execute(db);
  const found = new Map<number, number>();
  for (const { home, agent, number } of rows) {
    const key = by === 'agent' ? agent : by === 'inbox' ? home : 0;
    if (Number(number) > 0) found.set(key, (found.get(key) ?? 0) + Number(number));
  }
  return found;
}
