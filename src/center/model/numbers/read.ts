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
  countOpen,
  daysIn,
  type Entries,
  type Found,
  type Measure,
  measures,
  type Name,
  NO_TARGET,
} from './measures.ts';
import { type By, type Period, periodOf } from './period.ts';

type Numbers = AnswerInput<Contract['numbers']['get']>;
type NumbersRow = Numbers['rows'][number];

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

type Listed = Exclude<Name, 'open' | 'targeted'>;

interface Counted extends Readonly<Record<Listed, Found>> {
  readonly open: ReadonlyMap<number, number>;
}

const noEntries: Entries = { count: 0, values: [], seconds: [] };

/** The numbers of one row, behind what it is about. */
function rowOf(counted: Counted, key: number) {
  const of = (name: Listed) => counted[name].get(key) ?? noEntries;
  const rated = of('rated');
  const answered = sorted(of('answered').seconds);
  const targeted = of('answered').values.filter(one => one !== NO_TARGET);
  const sum = rated.values.reduce((total, one) => total + one, 0);
  return {
    came: of('came').count,
    answered: answered.length,
    answer_median: median(answered),
    answer_p90: nineOfTen(answered),
    targeted: targeted.length,
    in_time: targeted.filter(one => one === 1).length,
    closed: of('closed').count,
    close_median: median(sorted(of('closed').seconds)),
    reopened: of('reopened').count,
    left: (counted.open.get(key) ?? 0) + of('closedLater').count,
    rated: rated.count,
    rating_mean: rated.count > 0 ? Math.round((sum / rated.count) * 100) / 100 : null,
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
  const { open, targeted, ...listed } = measures;
  const found = {} as Record<Listed, Found>;
  for (const [name, measure] of Object.entries(listed) as [Listed, Measure][])
    found[name] = await collect(db, measure.where.includes('p.since') ? period : whole, measure, scope);
  const counted = { ...found, open: await countOpen(db, whole, scope) };
  const leftAtEnd = (counted.open.get(0) ?? 0) + (counted.closedLater.get(0)?.count ?? 0);
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
