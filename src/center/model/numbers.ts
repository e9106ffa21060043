import { type RawBuilder, sql } from 'kysely';
import { countedForm, MAX_BULK_IDS } from '../../contract/conversation-filter.ts';
import type { AnswerInput, QueryOf } from '../../contract/endpoint.ts';
import type { Contract } from '../../contract/index.ts';
import { MAX_NUMBER_DAYS } from '../../contract/numbers.ts';
import { calendarOf, dayAfter, daysBetween } from '../../text/days.ts';
import type { Db } from '../database/tables.ts';
import { type Caller, visibleHomes } from './access.ts';
import { invalid } from './problem.ts';
import { readSetting } from './setting.ts';

type Numbers = AnswerInput<Contract['numbers']['get']>;
type NumbersRow = Numbers['rows'][number];
type By = Numbers['by'];

/** The days that are counted: from the first one to the day before `to`. */
interface Period {
  readonly by: By;
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  /** When each day begins that has a row of its own, or the first one alone; then the end. Milliseconds since 1970. */
  readonly bounds: readonly number[];
}

/** The period that a query asks for. Throws `validation_failed` for one that ends before it begins, or is too long. */
export function periodOf({ from, to, by = 'agent', zone }: QueryOf<Contract['numbers']['get']>, now: number): Period {
  const calendar = calendarOf(zone);
  const end = to ?? dayAfter(from === undefined ? calendar.dayAt(now) : [from, calendar.dayAt(now)].sort().at(-1)!);
  const start = from ?? dayAfter(end, -7);
  const days = daysBetween(start, end);
  if (days < 1) throw invalid(['to', 'must be later than `from`']);
  if (days > MAX_NUMBER_DAYS) throw invalid(['from', `must be at most ${MAX_NUMBER_DAYS} days before \`to\``]);
  const steps = by === 'day' ? Array.from({ length: days }, (_, at) => at) : [0];
  const bounds = [...steps, days].map(count => calendar.startOf(dayAfter(start, count)));
  return { by, zone: calendar.zone, from: start, to: end, bounds };
}

/** Entries to count over the rows `s` of `conversation_span`, in SQL. */
interface Measure {
  readonly from: string;
  readonly where: string;
  /** The agent whose entry each is, or null. */
  readonly agent: string;
  /** What else is to be known of each: a time in seconds, or a rating. */
  readonly value?: string;
}

const SPANS = 'conversation_span as s';
const ASSIGNEE = 's.assign_key';

function within(column: string): string {
  return `${column} >= p.since and ${column} < p.until`;
}

/** What is counted, by its name. */
const measures = {
  came: { from: SPANS, where: `${within('s.opened_at')} and s.number = 0`, agent: ASSIGNEE },
  reopened: { from: SPANS, where: `${within('s.opened_at')} and s.number > 0`, agent: ASSIGNEE },
  answered: {
    from: SPANS,
    where: within('s.answered_at'),
    agent: 's.answered_by',
    value: '(s.answered_at - s.opened_at) / 1000',
  },
  targeted: {
    from: SPANS,
    where: `${within('s.answered_at')} and s.in_time is not null`,
    agent: 's.answered_by',
    value: 's.in_time',
  },
  closed: {
    from: SPANS,
    where: within('s.closed_at'),
    agent: 's.closed_by',
    value: '(s.closed_at - s.opened_at) / 1000',
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
type Name = keyof typeof measures;

/** The rows that a caller may have. */
interface Scope {
  /** The homes of conversations that it sees; undefined: all. */
  readonly homes: readonly number[] | undefined;
  /** By agent: the only one; undefined: all. */
  readonly agentId: number | undefined;
}

/** The values of a measure by the agent's id (0 for nobody), the inbox's, the tag's, or the index of the day. */
type Values = ReadonlyMap<number, readonly number[]>;

/** The agent of each entry; 0 for none. */
function agentOf({ agent }: Measure): RawBuilder<number> {
  return sql.raw(agent === ASSIGNEE ? agent : `coalesce(${agent}, 0)`);
}

function keyOf(by: By, measure: Measure): RawBuilder<unknown> {
  const columns = { inbox: 's.home_id', day: 'p.day', tag: 'link.tag_id' };
  return by === 'agent' ? agentOf(measure) : sql.raw(columns[by]);
}

/** The days as rows `p` of their index, beginning and end; counted from them, an index finds the entries of each. */
function daysIn(bounds: readonly number[]): RawBuilder<unknown> {
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

/**
 * Reads a measure in one row of two lists: the keys and, if there are any, the values. To group the entries, SQLite would
 * sort them first, which takes five times as long as to read them; here they are grouped as fast as they are read.
 */
async function collect(db: Db, { by, bounds }: Period, measure: Measure, scope: Scope): Promise<Values> {
  const tagged = by === 'tag' ? sql` join conversation_tag as link on link.conversation_id = s.conversation_id` : sql``;
  const own = by === 'agent' && scope.agentId !== undefined ? sql` and ${agentOf(measure)} = ${scope.agentId}` : sql``;
  const list = (value: RawBuilder<unknown>) => sql`string_agg(cast(${value} as text), ',')`;
  const { rows } = await sql<{ keys: string | null; list: string | null }>`
    select ${list(keyOf(by, measure))} as keys, ${measure.value ? list(sql.raw(measure.value)) : sql`null`} as list
    from ${daysIn(bounds)} cross join ${sql.raw(measure.from)}${tagged}
    where ${sql.raw(measure.where)}${seenBy(scope)}${own}`.execute(db);
  const [keys, values] = [listed(rows[0]!.keys), listed(rows[0]!.list)];
  const found = new Map<number, number[]>();
  for (let at = 0; at < keys.length; at += 1) {
    const known = found.get(keys[at]!);
    if (known) known.push(values[at] ?? 0);
    else found.set(keys[at]!, [values[at] ?? 0]);
  }
  return found;
}

/**
 * How many conversations are open and were opened before the end, by the keys of `Values`. They may be most of all there
 * are: they are counted by the index alone, one inbox and agent after the other.
 */
async function countOpen(db: Db, period: Period, scope: Scope): Promise<ReadonlyMap<number, number>> {
  const { by, bounds } = period;
  if (by === 'tag' || scope.agentId !== undefined) {
    const values = await collect(db, period, measures.open, scope);
    return new Map([...values].map(([key, { length }]) => [key, length]));
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

/** In order, fast. */
function sorted(values: readonly number[]): Int32Array {
  return new Int32Array(values).sort();
}

/** Of an even number of values the mean of the two in the middle; null of none. */
function median(values: Int32Array): number | null {
  const middle = values.length / 2;
  if (values.length === 0) return null;
  return Math.round((values[Math.ceil(middle - 0.5)]! + values[Math.ceil(middle) - 1]!) / 2);
}

function nineOfTen(values: Int32Array): number | null {
  return values[Math.ceil(values.length * 0.9) - 1] ?? null;
}

interface Counted extends Readonly<Record<Exclude<Name, 'open'>, Values>> {
  readonly open: ReadonlyMap<number, number>;
}

/** The numbers of one row, behind what it is about. */
function rowOf(counted: Counted, key: number) {
  const of = (name: Exclude<Name, 'open'>) => counted[name].get(key) ?? [];
  const [rated, answered] = [of('rated'), sorted(of('answered'))];
  const sum = rated.reduce((total, one) => total + one, 0);
  return {
    came: of('came').length,
    answered: answered.length,
    answer_median: median(answered),
    answer_p90: nineOfTen(answered),
    targeted: of('targeted').length,
    in_time: of('targeted').filter(one => one === 1).length,
    closed: of('closed').length,
    close_median: median(sorted(of('closed'))),
    reopened: of('reopened').length,
    left: (counted.open.get(key) ?? 0) + of('closedLater').length,
    rated: rated.length,
    rating_mean: rated.length > 0 ? Math.round((sum / rated.length) * 100) / 100 : null,
  };
}

/** One row for each day. What is left is counted back from the end of the last day. */
function dayRows(counted: Counted, { from, bounds }: Period, leftAtEnd: number): NumbersRow[] {
  let left = leftAtEnd;
  const days = bounds.slice(1).map((_, at) => ({ day: dayAfter(from, at), ...rowOf(counted, at) }));
  const back = days.toReversed().map(row => {
    const own = { ...row, left };
    left += row.closed - row.came - row.reopened;
    return own;
  });
  return back.reverse();
}

/** One row for each agent, inbox or tag that has any number, in the order of ids or names; of no agent last. */
async function keyRows(db: Db, counted: Counted, by: By): Promise<NumbersRow[]> {
  const keys = [...new Set(Object.values(counted).flatMap(values => [...values.keys()]))];
  const row = (key: number) => rowOf(counted, key);
  if (by === 'tag') {
    const tags = await db.selectFrom('tag').select(['id', 'name']).orderBy('name_key').execute();
    return tags.filter(({ id }) => keys.includes(id)).map(({ id, name }) => ({ tag: name, ...row(id) }));
  }
  const last = (key: number) => key || Number.POSITIVE_INFINITY;
  keys.sort((a, b) => (last(a) < last(b) ? -1 : 1));
  return keys.map(key => ({ ...(by === 'inbox' ? { inbox_id: key } : { agent_id: key || null }), ...row(key) }));
}

/** The numbers of a period as the caller may see them: an agent those of its inboxes, by agent only its own. */
export async function readNumbers(db: Db, caller: Caller, period: Period): Promise<Numbers> {
  const { bounds, ...said } = period;
  const scope = {
    homes: await visibleHomes(db, caller),
    agentId: caller.seesAll ? undefined : (caller.agentId ?? undefined),
  };
  const whole = { ...period, bounds: [bounds[0]!, bounds.at(-1)!] };
  const { open, ...listed } = measures;
  const found = {} as Record<keyof typeof listed, Values>;
  for (const [name, measure] of Object.entries(listed) as [keyof typeof listed, Measure][])
    found[name] = await collect(db, measure.where.includes('p.since') ? period : whole, measure, scope);
  const counted = { ...found, open: await countOpen(db, whole, scope) };
  const leftAtEnd = (counted.open.get(0) ?? 0) + (counted.closedLater.get(0)?.length ?? 0);
  const rows = period.by === 'day' ? dayRows(counted, period, leftAtEnd) : await keyRows(db, counted, period.by);
  const unfilled = Number((await readSetting(db, 'numbers_unfilled')) ?? 0);
  return { ...said, is_partial: unfilled > 0, rows };
}

/** The newest conversations behind a number, in the form of a list's `counted`. Throws `validation_failed` for wrong days. */
export async function countedIds(db: Db, caller: Caller, counted: string): Promise<number[]> {
  const [, number = '', from, to, agent] = countedForm.exec(counted) ?? [];
  const { bounds } = periodOf({ from, to }, 0);
  if (agent !== undefined && !caller.seesAll && Number(agent) !== caller.agentId) return [];
  const ids: number[] = [];
  const names =
    number === 'left' ? (['open', 'closedLater'] as const) : [number as Exclude<Name, 'open' | 'closedLater'>];
  for (const measure of names.map(name => measures[name])) {
    const own = agent === undefined ? sql`` : sql` and ${agentOf(measure)} = ${Number(agent) || 0}`;
    const { rows } = await sql<{ id: number }>`select s.conversation_id as id
      from ${daysIn(bounds)} cross join ${sql.raw(measure.from)} where ${sql.raw(measure.where)}${own}
      group by s.conversation_id order by max(s.opened_at) desc limit ${MAX_BULK_IDS}`.execute(db);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids.slice(0, MAX_BULK_IDS);
}
