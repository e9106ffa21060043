import { type RawBuilder, sql } from 'kysely';
import { workedBy } from '../../../text/target.ts';
import type { Db } from '../../database/tables.ts';
import { targetColumns, targetOf } from '../inbox/target.ts';
import { memoize } from '../memoize.ts';
import type { Work } from '../work.ts';
import type { By, Period } from './period.ts';

/** Entries to count over the rows `s` of `conversation_span`, in SQL. */
export interface Measure {
  readonly from: string;
  readonly where: string;
  /** The agent whose entry each is, or null. */
  readonly agent: string;
  /** A further fact about each: a whole number from 0 to 7. */
  readonly value?: string;
  /** The time from the beginning of the span to this column, in seconds, is to be known too. */
  readonly until?: string;
}

/** The value of an answer that came after its target, and of one that came within it; without a target it is 0. */
export const LATE = 1;
export const IN_TIME = 2;

const SPANS = 'conversation_span as s';
const ASSIGNEE = 's.assign_key';

function within(column: string): string {
  return `${column} >= p.since and ${column} < p.until`;
}

/** The measures, by name. */
export const measures = {
  came: { from: SPANS, where: `${within('s.opened_at')} and s.number = 0`, agent: ASSIGNEE },
  reopened: { from: SPANS, where: `${within('s.opened_at')} and s.number > 0`, agent: ASSIGNEE },
  answered: {
    from: SPANS,
    where: within('s.answered_at'),
    agent: 's.answered_by',
    until: 's.answered_at',
    value: `coalesce(s.in_time + ${LATE}, 0)`,
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
  // A conversation that is open at the end is still open, or was closed later.
  open: { from: SPANS, where: 's.closed_at is null and s.opened_at < p.until', agent: ASSIGNEE },
  closedLater: { from: SPANS, where: 's.closed_at >= p.until and s.opened_at < p.until', agent: ASSIGNEE },
} as const satisfies Readonly<Record<string, Measure>>;
export type Name = keyof typeof measures;

/** The database that is read. */
export type MeasureDatabase = Pick<Work, 'db' | 'kind'>;

/** The rows that a caller may have. */
export interface VisibleRows {
  /** The homes of conversations that it sees; undefined: all. */
  readonly homes: readonly number[] | undefined;
  /** By agent: the only one; undefined: all. */
  readonly agentId: number | undefined;
}

/** How many values an entry can have. */
export const VALUES = 8;

/**
 * The entries of a measure by the agent's id (0 for no agent), the inbox's, the tag's, or the index of the day. Each
 * entry is its seconds times `VALUES` plus its value, so that the order of entries is the order of their seconds.
 */
export type MeasureEntries = ReadonlyMap<number, Float64Array>;

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

/** One more than the greatest key that an entry can have. */
async function keysBy(db: Db, { by, bounds }: Pick<Period, 'by' | 'bounds'>): Promise<number> {
  if (by === 'day') return bounds.length;
  const [column, table] = { agent: ['id', 'agent'], inbox: ['home_id', 'conversation_number'], tag: ['id', 'tag'] }[by];
  const { rows } = await sql<{ last: number | null }>`
    select max(${sql.ref(column!)}) as last from ${sql.table(table!)}`.execute(db);
  return Number(rows[0]!.last ?? 0) + 1;
}

function widthOf({ value }: Measure): number {
  return value === undefined ? 1 : VALUES;
}

function seenBy({ homes }: VisibleRows): RawBuilder<unknown> {
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
  const clocks = new Map(rows.map(row => [row.id, memoize(() => workedBy(targetOf(row), first, last))]));
  return homes!.map((home, at) => {
    const passed = clocks.get(home)?.() ?? (moment => moment);
    return Math.floor((passed(until![at]!) - passed(since![at]!)) / 1_000);
  });
}

/** An entry's facts as one number, from which `grouped` takes the key and the value again. */
function entryOf(by: By, measure: Measure, keys: number, seconds: string | undefined): RawBuilder<unknown> {
  const { value } = measure;
  const parts = [
    ...(seconds === undefined ? [] : [sql`${sql.raw(seconds)} * ${sql.lit(keys * widthOf(measure))}`]),
    ...(value === undefined ? [] : [sql`${sql.raw(value)} * ${sql.lit(keys)}`]),
    keyOf(by, measure),
  ];
  return sql.join(parts, sql` + `);
}

/**
 * Reads a measure as lists in one row. To group the entries, SQLite would sort them first, which takes five times as long
 * as to read them; here they are grouped as fast as they are read. A list takes as long as any other, so key, value and
 * seconds are one number, unless the seconds need a clock.
 */
export async function collect(
  { db, kind }: MeasureDatabase,
  period: Period,
  measure: Measure,
  scope: VisibleRows,
): Promise<MeasureEntries> {
  const { by, bounds } = period;
  const tagged = by === 'tag' ? sql` join conversation_tag as link on link.conversation_id = s.conversation_id` : sql``;
  const own = by === 'agent' && scope.agentId !== undefined ? sql` and ${agentOf(measure)} = ${scope.agentId}` : sql``;
  const list = sql.raw(kind === 'sqlite' ? 'json_group_array' : 'json_agg');
  const keys = await keysBy(db, period);
  const times = timesOf(measure, period);
  const moments = times.length > 1 ? times : [];
  const entry = entryOf(by, measure, keys, moments.length > 0 ? undefined : times[0]);
  const lists = [entry, ...moments.map(time => sql.raw(time))];
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(lists.map((one, at) => sql`cast(${list}(${one}) as text) as ${sql.ref(`list${at}`)}`))}
    from ${daysIn(bounds)} cross join ${sql.raw(measure.from)}${tagged}
    where ${sql.raw(measure.where)}${seenBy(scope)}${own}`.execute(db);
  const [entries, ...read] = lists.map((_, at): number[] => JSON.parse(rows[0]![`list${at}`] ?? '[]'));
  const worked = read.length > 0 ? await workedIn(db, read) : undefined;
  return grouped(entries!, keys, VALUES / widthOf(measure), worked);
}

/**
 * Puts the entries of each key side by side, in one array for all. `%` of large numbers takes many times as long as a
 * division.
 */
function grouped(entries: readonly number[], keys: number, scale: number, worked?: readonly number[]): MeasureEntries {
  const keyAt = new Int32Array(entries.length);
  const known = new Float64Array(entries.length);
  const ends = new Int32Array(keys + 1);
  for (let at = 0; at < entries.length; at += 1) {
    const rest = Math.floor(entries[at]! / keys);
    const key = (entries[at]! - rest * keys) | 0;
    keyAt[at] = key;
    known[at] = rest * scale + (worked?.[at] ?? 0) * VALUES;
    ends[key + 1]! += 1;
  }
  for (let key = 0; key < keys; key += 1) ends[key + 1]! += ends[key]!;
  const all = new Float64Array(entries.length);
  const next = ends.slice();
  for (let at = 0; at < entries.length; at += 1) {
    const place = next[keyAt[at]!]!;
    all[place] = known[at]!;
    next[keyAt[at]!] = place + 1;
  }
  const used = Array.from({ length: keys }, (_, key) => key).filter(key => ends[key]! < ends[key + 1]!);
  return new Map(used.map(key => [key, all.subarray(ends[key], ends[key + 1])]));
}

/**
 * How many conversations are open and were opened before the end, by the keys of `MeasureEntries`. They may be most of all there
 * are: they are counted by the index alone, one inbox and agent after the other.
 */
export async function countOpenBefore(
  reading: MeasureDatabase,
  period: Period,
  scope: VisibleRows,
): Promise<ReadonlyMap<number, number>> {
  const { by, bounds } = period;
  if (by === 'tag' || scope.agentId !== undefined) {
    const found = await collect(reading, period, measures.open, scope);
    return new Map([...found].map(([key, { length }]) => [key, length]));
  }
  const { rows } = await sql<{ home: number; agent: number; number: number }>`
    select s.home_id as home, s.assign_key as agent, (select count(*) from conversation_span as own
      where own.closed_at is null and own.home_id = s.home_id and own.assign_key = s.assign_key
        and own.opened_at < ${bounds.at(-1)!}) as number
    from (select distinct home_id, assign_key from conversation_number) as s where true${seenBy(scope)}`.execute(
    reading.db,
  );
  const found = new Map<number, number>();
  for (const { home, agent, number } of rows) {
    const key = by === 'agent' ? agent : by === 'inbox' ? home : 0;
    if (Number(number) > 0) found.set(key, (found.get(key) ?? 0) + Number(number));
  }
  return found;
}
