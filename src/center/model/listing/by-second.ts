import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { secondOf } from '../time.ts';
import type { Page } from './paging.ts';

const SECOND_MS = 1_000;

/** The times of one second, as exclusive limits. */
function limitsOfSecond(second: number): { readonly above: number; readonly below: number } {
  return {
    above: second - 1,
    below: second + SECOND_MS,
  };
}

/** Where a page in the order of time begins: the second and the id of the previous page's last row. */
function beginOf({ from }: Page): { readonly second: number; readonly id: number } | undefined {
  return from && { second: secondOf(Number(from[0])), id: Number(from[1]) };
}

/** The limit that the previous page sets for the times of a page, exclusive. */
function limitOfPage(page: Page): number | undefined {
  const begin = beginOf(page);
  if (!begin) return undefined;
  const { above, below } = limitsOfSecond(begin.second);
  return page.direction === 'asc' ? above : below;
}

/** Unary `+` hides a column from SQLite's planner, which would use its index for an alternative of two conditions. */
function hidden(column: string) {
  return sql`+${sql.ref(column)}`;
}

/** True for rows within `limitOfPage` that were not on the previous page. */
function isBeyond(page: Page, at: string, id: string): RawBuilder<SqlBool> {
  const begin = beginOf(page);
  if (!begin) return sql<SqlBool>`1 = 1`;
  const { second } = begin;
  return page.direction === 'asc'
    ? sql<SqlBool>`(${hidden(at)} >= ${second + SECOND_MS} or ${hidden(id)} > ${begin.id})`
    : sql<SqlBool>`(${hidden(at)} < ${second} or ${hidden(id)} < ${begin.id})`;
}

/** The requested rows of a list, and their order with its direction. */
export interface Turn {
  readonly where: RawBuilder<SqlBool>;
  readonly order: RawBuilder<unknown>;
}

/** The request of `inSeconds` to a list that is sorted by the column `at`. */
export function turnOf(page: Page, at: string, id: string, second: number | undefined): Turn {
  const column = sql.ref(at);
  const direction = sql.raw(page.direction);
  const begin = limitOfPage(page);
  const limits = second === undefined ? undefined : limitsOfSecond(second);
  const conditions = [
    isBeyond(page, at, id),
    ...(begin === undefined ? [] : [sql`${column} ${sql.raw(page.direction === 'asc' ? '>' : '<')} ${begin}`]),
    ...(limits ? [sql`${column} > ${limits.above}`, sql`${column} < ${limits.below}`] : []),
  ];
  return {
    where: sql<SqlBool>`${sql.join(conditions, sql` and `)}`,
    order: limits ? sql`${hidden(id)} ${direction}` : sql`${column} ${direction}, ${sql.ref(id)} ${direction}`,
  };
}

interface Timed {
  readonly id: number;
}

/**
 * The rows of a page in the order of seconds, and of ids within a second: answers show seconds only, so no reader can
 * see more. Databases store milliseconds: `read` returns the page's rows in their order, or all rows of the page in one
 * second, in the order of ids. The second form is used if a page ends within a second.
 */
export async function inSeconds<Row extends Timed>(
  page: Page,
  read: (second: number | undefined) => Promise<readonly Row[]>,
  timeOf: (row: Row) => number,
): Promise<readonly Row[]> {
  const rows = await read(undefined);
  const [before, last] = rows.slice(-2).map(row => secondOf(timeOf(row)));
  const isSplit = rows.length === page.take && last !== undefined && before === last;
  const whole = isSplit ? [...rows.filter(row => secondOf(timeOf(row)) !== last), ...(await read(last))] : rows;
  const sign = page.direction === 'asc' ? 1 : -1;
  return whole
    .toSorted((a, b) => sign * (secondOf(timeOf(a)) - secondOf(timeOf(b)) || a.id - b.id))
    .slice(0, page.take);
}
