import type { Db } from '../../database/tables.ts';
import { inSeconds } from './by-second.ts';
import type { Lead, PageRow, Wanted } from './lead.ts';
import { rangePlan } from './range.ts';
import { canWalk, rangeCount, walkPlan } from './walk.ts';

type Plan = ReturnType<typeof walkPlan>;

export async function run(db: Db, plan: Plan): Promise<readonly PageRow[]> {
  return (await plan.execute(db)).rows;
}

export function bySecond({ page }: Wanted, read: (second: number | undefined) => Promise<readonly PageRow[]>) {
  return inSeconds(page, read, row => row.at);
}

/** Walks the ranges of a lead in the requested order, side by side if they are few. */
export function planOf(wanted: Wanted, lead: Lead, second: number | undefined): Plan {
  return (canWalk(wanted, lead) ? walkPlan : rangePlan)(wanted, lead, second);
}

/** This many rows are read to see whether most of them match. */
export const MAX_ROWS_TRIED = 2_000;

/** So few are read before where each row costs a look elsewhere. */
const FEW_ROWS_TRIED = 200;

/** So many ranges: each is read up to the last row that is tried. */
const MAX_RANGES_TRIED = 4;

/** Whether the first rows of a lead are in the requested order, in few ranges, and so many that a page is among them. */
export function canTry(wanted: Wanted, lead: Lead): boolean {
  const { take = MAX_ROWS_TRIED + 1 } = wanted.page;
  return take <= MAX_ROWS_TRIED && canWalk(wanted, lead) && rangeCount(wanted, lead) <= MAX_RANGES_TRIED;
}

/** The matches among the first `most` rows of a lead, up to the page's number; none if these cannot be tried. */
export async function firstsOf(db: Db, wanted: Wanted, lead: Lead, most = MAX_ROWS_TRIED): Promise<readonly PageRow[]> {
  return canTry(wanted, lead) ? run(db, walkPlan(wanted, lead, undefined, most)) : [];
}

/** A page that the first rows of a lead have filled: the rest of its last second may belong before them. */
export function toSecond(db: Db, wanted: Wanted, lead: Lead, rows: readonly PageRow[]): Promise<readonly PageRow[]> {
  return bySecond(wanted, async second => (second === undefined ? rows : run(db, planOf(wanted, lead, second))));
}

/** A page that the first rows of a lead fill; undefined if they do not. */
export async function tryFirst(db: Db, wanted: Wanted, lead: Lead): Promise<readonly PageRow[] | undefined> {
  const rows = await firstsOf(db, wanted, lead);
  return rows.length === wanted.page.take ? toSecond(db, wanted, lead, rows) : undefined;
}

/** The same if its very first rows promise it: undefined also if at their rate twice as many would not fill a page. */
export async function tryLikely(db: Db, wanted: Wanted, lead: Lead): Promise<readonly PageRow[] | undefined> {
  const { take = 0 } = wanted.page;
  const few = await firstsOf(db, wanted, lead, FEW_ROWS_TRIED);
  if (few.length === take) return toSecond(db, wanted, lead, few);
  const expected = few.length * (MAX_ROWS_TRIED / FEW_ROWS_TRIED);
  return 2 * expected < take ? undefined : tryFirst(db, wanted, lead);
}
