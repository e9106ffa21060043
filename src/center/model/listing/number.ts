import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import { CLOSED_STATUS_ID, places } from '../conversation/place.ts';
import { LATER_PLACE } from '../inbox/number.ts';
import type { Asks } from './asks.ts';
import { all, type Sql } from './conditions.ts';
import type { Filter } from './filter.ts';

interface Numbered extends Partial<Pick<Filter, 'places' | 'later' | 'statuses' | 'homes' | 'assignees' | 'waiting'>> {
  /** Only those that are not closed. */
  readonly isOpen?: boolean;
}

function asksNothing(asks: Asks): boolean {
  return !asks.waiting && Object.values(asks).every(one => one === undefined || one === false);
}

/** Whether a filter has only conditions for which numbers are kept. */
export function isNumbered({ text, not, ...filter }: Filter): boolean {
  const { places: _, later: __, statuses: ___, homes: ____, assignees: _____, waiting: ______, ...others } = filter;
  const isEmpty = Object.values(others).every(one => one === undefined || (one as unknown[]).length === 0);
  return text === '' && isEmpty && (!not || asksNothing(not));
}

function numberedPlaces(wanted: readonly number[], later: boolean | undefined): number[] {
  return wanted.flatMap(place => {
    if (place !== places.listed) return later ? [] : [place];
    return later === undefined ? [place, LATER_PLACE] : [later ? LATER_PLACE : place];
  });
}

function isOneOf(column: string, values: readonly number[] | undefined): Sql[] {
  if (!values) return [];
  return [values.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(values)})`];
}

function conditionsOf({ places: wanted, later, statuses, homes, assignees, waiting, isOpen }: Numbered): Sql {
  return all([
    ...isOneOf('place', wanted && numberedPlaces(wanted, later)),
    ...isOneOf('status_id', statuses),
    ...isOneOf('home_id', homes),
    ...isOneOf('assign_key', assignees),
    ...(waiting ? [sql`waiting = 1`] : []),
    ...(isOpen ? [sql`status_id <> ${sql.lit(CLOSED_STATUS_ID)}`] : []),
  ]);
}

/** The number of conversations with the columns that each of these filters names, without its other conditions. */
export async function numbersOf(db: Db, filters: readonly Numbered[]): Promise<number[]> {
  const sums = filters.map(
    (filter, at) => sql`sum(case when ${conditionsOf(filter)} then number else 0 end) as ${sql.ref(`n${at}`)}`,
  );
  const { rows } = await sql<Record<string, number | string | null>>`select ${sql.join(sums)}
    from conversation_number`.execute(db);
  return filters.map((_, at) => Number(rows[0]![`n${at}`] ?? 0));
}

/** The same for one filter. */
export async function matchCount(db: Db, filter: Numbered): Promise<number> {
  return (await numbersOf(db, [filter]))[0]!;
}
