import { sql } from 'kysely';
import { countedForm, MAX_BULK_IDS } from '../../../contract/conversation-filter.ts';
import type { AnswerInput } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { dayAfter } from '../../../text/days.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, visibleHomes } from '../access.ts';
import { readSetting } from '../setting.ts';
import {
  agentOf,
  collect,
  countOpenBefore,
  daysIn,
  IN_TIME,
  LATE,
  type Measure,
  type MeasureDatabase,
  type MeasureEntries,
  measures,
  type Name,
  VALUES,
} from './measures.ts';
import { type By, type Period, periodOf } from './period.ts';

type Numbers = AnswerInput<Contract['numbers']['get']>;
type NumbersRow = Numbers['rows'][number];

/** Moves the entries so that the one at `index` is where it is when they are sorted; returns its seconds. */
function secondsAt(entries: Float64Array, index: number): number {
  for (let first = 0, last = entries.length - 1; first < last; ) {
    const middle = entries[(first + last) >> 1]!;
    let [low, high] = [first, last];
    while (low <= high) {
      while (entries[low]! < middle) low += 1;
      while (entries[high]! > middle) high -= 1;
      if (low > high) break;
      const moved = entries[low]!;
      entries[low] = entries[high]!;
      entries[high] = moved;
      low += 1;
      high -= 1;
    }
    if (index > high && index < low) break;
    if (index <= high) last = high;
    else first = low;
  }
  return Math.floor(entries[index]! / VALUES);
}

/** Of an even number of entries the mean of the two in the middle; null of none. */
function median(entries: Float64Array): number | null {
  const middle = entries.length / 2;
  if (entries.length === 0) return null;
  const [low, high] = [Math.ceil(middle - 0.5), Math.ceil(middle) - 1].map(index => secondsAt(entries, index));
  return Math.round((low! + high!) / 2);
}

function nineOfTen(entries: Float64Array): number | null {
  return entries.length === 0 ? null : secondsAt(entries, Math.ceil(entries.length * 0.9) - 1);
}

/** How many entries have each value. */
function valuesOf(entries: Float64Array): Int32Array {
  const numbers = new Int32Array(VALUES);
  for (const entry of entries) numbers[entry % VALUES]! += 1;
  return numbers;
}

type Listed = Exclude<Name, 'open' | 'targeted'>;

interface Counted extends Readonly<Record<Listed, MeasureEntries>> {
  readonly open: ReadonlyMap<number, number>;
}

const noEntries = new Float64Array();

/** The numbers of one row, behind its subject. */
function rowOf(counted: Counted, key: number) {
  const of = (name: Listed) => counted[name].get(key) ?? noEntries;
  const { length: rated } = of('rated');
  const answered = of('answered');
  const inTime = valuesOf(answered);
  const sum = valuesOf(of('rated')).reduce((total, number, rating) => total + rating * number, 0);
  return {
    came: of('came').length,
    answered: answered.length,
    answer_median: median(answered),
    answer_p90: nineOfTen(answered),
    targeted: inTime[LATE]! + inTime[IN_TIME]!,
    in_time: inTime[IN_TIME]!,
    closed: of('closed').length,
    close_median: median(of('closed')),
    reopened: of('reopened').length,
    left: (counted.open.get(key) ?? 0) + of('closedLater').length,
    rated,
    rating_mean: rated > 0 ? Math.round((sum / rated) * 100) / 100 : null,
  };
}

/** All keys in one, for their common median. */
function together(found: MeasureEntries): MeasureEntries {
  const all = new Float64Array([...found.values()].reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const entries of found.values()) {
    all.set(entries, at);
    at += entries.length;
  }
  return new Map([[0, all]]);
}

/** All rows in one. */
function allRow({ open, ...listed }: Counted, leftAtEnd: number) {
  const found = Object.entries(listed).map(([name, values]) => [name, together(values)]);
  return { ...rowOf({ open, ...(Object.fromEntries(found) as Omit<Counted, 'open'>) }, 0), left: leftAtEnd };
}

/** One row for each day. `left` is counted back from the end of the last day. */
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
export async function measureNumbers(reading: MeasureDatabase, caller: Caller, period: Period): Promise<Numbers> {
  const { db } = reading;
  const { bounds, ...said } = period;
  const scope = {
    homes: await visibleHomes(db, caller),
    agentId: caller.seesAll ? undefined : (caller.agentId ?? undefined),
  };
  const whole = { ...period, bounds: [bounds[0]!, bounds.at(-1)!] };
  const { open, targeted, ...listed } = measures;
  const found = {} as Record<Listed, MeasureEntries>;
  for (const [name, measure] of Object.entries(listed) as [Listed, Measure][])
    found[name] = await collect(reading, measure.where.includes('p.since') ? period : whole, measure, scope);
  const counted = { ...found, open: await countOpenBefore(reading, whole, scope) };
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
  const leftAtEnd = sum(counted.open.values()) + sum([...counted.closedLater.values()].map(({ length }) => length));
  const rows = period.by === 'day' ? dayRows(counted, period, leftAtEnd) : await keyRows(db, counted, period.by);
  const unfilled = Number((await readSetting(db, 'numbers_unfilled')) ?? 0);
  const all = period.by === 'tag' ? null : allRow(counted, leftAtEnd);
  return { ...said, is_partial: unfilled > 0, all, rows };
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
