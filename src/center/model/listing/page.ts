import { sql } from 'kysely';
import { isFilling } from '../../database/migrations/to-fill.ts';
import type { Db } from '../../database/tables.ts';
import { contactsWith } from '../search/contact-word.ts';
import { matching } from '../search/reindex.ts';
import { inSeconds, secondOf } from './by-second.ts';
import type { Filter } from './filter.ts';
import type { Lead, PageRow, PlainLead, Wanted } from './lead.ts';
import { idLeadsOf } from './lead-id.ts';
import { markLeadsOf } from './lead-mark.ts';
import { isSettledBy, type NamedLead, namedLeadsOf } from './lead-named.ts';
import type { Page } from './paging.ts';
import { rangePlan } from './range.ts';
import { countLead, countMatches, sortedPlan } from './sort.ts';
import { farOff } from './times.ts';
import { canWalk, hasRanges, rangeCount, walkPlan } from './walk.ts';

/** Up to so many rows are read and sorted rather than walked in order. */
const fewRows = 3_000;

/** Rows beyond this many are not counted: such a lead is a long one. */
const countedRows = 20_000;

const leadsOf = (filter: Filter): PlainLead[] => [
  ...idLeadsOf(filter),
  ...(filter.tags ? (['tags'] as const) : []),
  ...(filter.assignees ? (['assignees'] as const) : []),
  ...markLeadsOf(filter),
  // Marks are found by inbox as well.
  ...(filter.homes && markLeadsOf(filter).length === 0 ? (['homes'] as const) : []),
  ...(filter.statuses ? (['statuses'] as const) : []),
  ...(filter.times.length > 0 ? (['times'] as const) : []),
];

interface Counted {
  readonly lead: PlainLead;
  readonly rows: number;
}

const rowsOf = async (db: Db, filter: Filter, lead: PlainLead, most: number): Promise<number> =>
  (await countLead(filter, lead, most).execute(db)).rows[0]!.rows;

/** The lead with fewer rows than `most` that has the fewest; none is counted further than that takes. */
const shortest = async (
  db: Db,
  filter: Filter,
  leads: readonly PlainLead[],
  most: number,
): Promise<Counted | undefined> => {
  let best: Counted | undefined;
  for (const lead of leads) {
    const rows = await rowsOf(db, filter, lead, best?.rows ?? most);
    if (rows < (best?.rows ?? most)) best = { lead, rows };
    if (rows === 0) break;
  }
  return best;
};

/** A row that is looked up to be sorted costs as much as so many that are walked by. */
const sortingCost = 3;

const isFarOff = ({ filter, page }: Wanted): boolean => farOff(filter.times, page).length > 0;

const newestId = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from conversation`.execute(db);
  return Number(rows[0]!.id ?? 0);
};

/**
 * Where no lead lies in the wanted order: the first lead that costs less to sort than walking by all conversations, or
 * undefined. What matches lies among all others, once in so many: walking looks at fewer the more there are.
 */
const leadToSort = async (
  db: Db,
  wanted: Wanted,
  leads: readonly PlainLead[],
  take: number,
): Promise<PlainLead | undefined> => {
  const { filter } = wanted;
  // One lead that is no short one fills a page soon.
  if (leads.length < 2 && !isFarOff(wanted)) return undefined;
  const total = await newestId(db);
  for (const lead of leads) {
    if ((await rowsOf(db, filter, lead, countedRows)) === countedRows) continue;
    const matches = (await countMatches(filter, lead, countedRows).execute(db)).rows[0]!.rows;
    const walked = isFarOff(wanted) ? total : Math.min((take * total) / matches, total);
    if (matches * sortingCost < walked) return lead;
  }
  return undefined;
};

type Plan = ReturnType<typeof walkPlan>;

const run = async (db: Db, plan: Plan): Promise<readonly PageRow[]> => (await plan.execute(db)).rows;

/** So many rows are passed to see whether most of them match. */
const rowsTried = 2_000;

/** A page that the first rows of a lead's range fill; undefined where they do not, or it has several ranges. */
const tryFirst = async (db: Db, wanted: Wanted, lead: Lead): Promise<readonly PageRow[] | undefined> => {
  const { take } = wanted.page;
  if (take === undefined || !canWalk(wanted, lead) || rangeCount(wanted, lead) !== 1) return undefined;
  const rows = await run(db, walkPlan(wanted, lead, undefined, rowsTried));
  return rows.length === take ? rows : undefined;
};

const bySecond = ({ page }: Wanted, read: (second: number | undefined) => Promise<readonly PageRow[]>) =>
  inSeconds(page, read, row => row.at);

/** Walks the ranges of a lead that lie in the wanted order, side by side if they are few. */
const planOf = (wanted: Wanted, lead: Lead, second: number | undefined): Plan =>
  (canWalk(wanted, lead) ? walkPlan : rangePlan)(wanted, lead, second);

const walk = (db: Db, wanted: Wanted, lead: Lead): Promise<readonly PageRow[]> =>
  bySecond(wanted, second => run(db, planOf(wanted, lead, second)));

/**
 * Several leads that lie in the wanted order, all of them long: often what one has first matches the others too. Where it
 * does not, the shortest is walked.
 */
const walkBest = async (db: Db, wanted: Wanted, leads: readonly PlainLead[]): Promise<readonly PageRow[]> => {
  const [first] = leads.toSorted((a, b) => rangeCount(wanted, a) - rangeCount(wanted, b));
  if (leads.length === 1) return walk(db, wanted, first!);
  return bySecond(wanted, async second => {
    if (second !== undefined) return run(db, planOf(wanted, first!, second));
    const tried = await tryFirst(db, wanted, first!);
    if (tried) return tried;
    const best = await shortest(db, wanted.filter, leads, countedRows);
    return walk(db, wanted, best?.lead ?? leads[0]!);
  });
};

/** The rows of several lists as one page, each once. */
export const together = (lists: readonly (readonly PageRow[])[], page: Page): readonly PageRow[] => {
  if (lists.length === 1) return lists[0]!;
  const sign = page.direction === 'asc' ? 1 : -1;
  const rows = new Map(lists.flat().map(row => [row.id, row]));
  return [...rows.values()].sort((a, b) => sign * (secondOf(a.at) - secondOf(b.at) || a.id - b.id)).slice(0, page.take);
};

/** So few contacts are looked at one by one sooner than rows are tried. */
const fewContacts = 1_000;

const hasFewContacts = async (db: Db, { requesters }: Filter): Promise<boolean> => {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows
    from (select 1 from ${contactsWith(requesters!)} as found limit ${fewContacts + 1}) as counted`.execute(db);
  return rows[0]!.rows <= fewContacts;
};

/**
 * What names contacts, or tags to leave out: often the newest conversations fill a page, as most of them match. Where they
 * do not, each contact's or set's own conversations do.
 */
const byName = (db: Db, wanted: Wanted, leads: readonly NamedLead[], ordered: Lead): Promise<readonly PageRow[]> =>
  bySecond(wanted, async second => {
    const isFew = leads[0] === 'byRequester' ? await hasFewContacts(db, wanted.filter) : leads.length > 1;
    const tried = isFew || second !== undefined ? undefined : await tryFirst(db, wanted, ordered);
    if (tried) return tried;
    const lists: (readonly PageRow[])[] = [];
    for (const lead of leads) lists.push(await run(db, rangePlan(wanted, lead, second)));
    return together(lists, wanted.page);
  });

/** The leads by names of a filter, if a page can be found by them: in an old database they are filled in later. */
const namedLeads = async (db: Db, wanted: Wanted): Promise<readonly NamedLead[]> => {
  const leads = namedLeadsOf(wanted.filter).filter(one => hasRanges(wanted, one));
  return leads.length === 0 || (await isFilling(db)) ? [] : leads;
};

/**
 * The way to a page that looks at the fewest rows. The databases cannot know it (how many rows a value has depends on
 * the value), and one that is badly chosen reads the whole table where little or nothing matches. Counting costs too:
 * long leads are told apart only where there is no short one.
 */
export const findPage = async (db: Db, wanted: Wanted): Promise<readonly PageRow[]> => {
  const { filter, page } = wanted;
  if (matching(wanted.kind, filter.text)) return run(db, sortedPlan(wanted, 'text'));
  if (filter.orphansOf !== undefined) return run(db, sortedPlan(wanted, 'orphans'));
  const named = await namedLeads(db, wanted);
  const leads = leadsOf(filter).filter(lead => !named.some(one => isSettledBy(one, lead)));
  const inOrder = leads.filter(lead => canWalk(wanted, lead) || hasRanges(wanted, lead));
  if (named.length === 0 && leads.length === 1 && inOrder.length === 1) return walk(db, wanted, inOrder[0]!);
  const short = await shortest(db, filter, leads, fewRows + 1);
  if (short) return run(db, sortedPlan(wanted, short.lead));
  if (named.length > 0) return byName(db, wanted, named, inOrder[0] ?? 'nothing');
  if (canWalk(wanted, 'spans')) return walk(db, wanted, 'spans');
  if (inOrder.length > 0) return walkBest(db, wanted, inOrder);
  const sorted = page.take === undefined ? undefined : await leadToSort(db, wanted, leads, page.take);
  return sorted ? run(db, sortedPlan(wanted, sorted)) : walk(db, wanted, 'nothing');
};
