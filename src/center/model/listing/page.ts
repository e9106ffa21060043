import { sql } from 'kysely';
import { searchDialects } from '../../database/search.ts';
import type { Db } from '../../database/tables.ts';
import { idsOf } from '../rows.ts';
import { areFew } from '../search/contact-word.ts';
import { wantedWords } from '../search/words.ts';
import { secondOf } from './by-second.ts';
import type { Filter, TimeBound } from './filter.ts';
import {
  bySecond,
  canTry,
  firstsOf,
  MAX_ROWS_TRIED,
  planOf,
  run,
  toSecond,
  tryFirst,
  tryLikely,
} from './first-rows.ts';
import { isByAsked, type Lead, type PageRow, type PlainLead, type Wanted } from './lead.ts';
import { idLeadsOf } from './lead-id.ts';
import { markLeadsOf } from './lead-mark.ts';
import { isSettledBy, type NamedLead, namedLeadsOf } from './lead-named.ts';
import type { Page } from './paging.ts';
import { rangePlan } from './range.ts';
import { countLead, countMatches, sortedPlan } from './sort.ts';
import { hasMore, sampleWords } from './text-words.ts';
import { farOff } from './times.ts';
import { canWalk, hasRanges, rangeCount, reachPlan, walkPlan } from './walk.ts';

/** Up to this many rows are read and sorted rather than walked in order. */
const MAX_SORTED_ROWS = 3_000;

/** More rows than this are not counted: such a lead is a long one. */
const MAX_COUNTED_ROWS = 20_000;

function leadsOf(filter: Filter): PlainLead[] {
  return [
    ...idLeadsOf(filter),
    ...(filter.tags ? (['tags'] as const) : []),
    ...(filter.assignees ? (['assignees'] as const) : []),
    ...markLeadsOf(filter),
    // Marks are also found by inbox.
    ...(filter.homes && markLeadsOf(filter).length === 0 ? (['homes'] as const) : []),
    ...(filter.statuses ? (['statuses'] as const) : []),
    ...(filter.times.length > 0 ? (['times'] as const) : []),
  ];
}

interface Counted {
  readonly lead: PlainLead;
  readonly rows: number;
}

async function rowsOf(db: Db, wanted: Wanted, lead: PlainLead, most: number): Promise<number> {
  return (await countLead(wanted, lead, most).execute(db)).rows[0]!.rows;
}

/** The lead with the fewest rows, if they are fewer than `most`; no lead is counted further than needed for that. */
async function shortest(
  db: Db,
  wanted: Wanted,
  leads: readonly PlainLead[],
  most: number,
): Promise<Counted | undefined> {
  let best: Counted | undefined;
  for (const lead of leads) {
    const rows = await rowsOf(db, wanted, lead, best?.rows ?? most);
    if (rows < (best?.rows ?? most)) best = { lead, rows };
    if (rows === 0) break;
  }
  return best;
}

/** Looking up one row to sort it costs as much as walking past this many. */
const SORTING_COST = 3;

function isFarOff({ filter, page }: Wanted): boolean {
  return farOff(filter.times, page).length > 0;
}

async function newestId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from conversation`.execute(db);
  return Number(rows[0]!.id ?? 0);
}

/**
 * If no lead is in the requested order: the first lead that is cheaper to sort than walking all conversations, or
 * undefined. Matching rows lie scattered among all others: the more there are, the sooner a walk fills the page.
 */
async function leadToSort(
  db: Db,
  wanted: Wanted,
  leads: readonly PlainLead[],
  take: number,
): Promise<PlainLead | undefined> {
  // A long lead alone fills a page soon.
  if (leads.length < 2 && !isFarOff(wanted)) return undefined;
  const total = await newestId(db);
  for (const lead of leads) {
    if ((await rowsOf(db, wanted, lead, MAX_COUNTED_ROWS)) === MAX_COUNTED_ROWS) continue;
    const matches = (await countMatches(wanted, lead, MAX_COUNTED_ROWS).execute(db)).rows[0]!.rows;
    const walked = isFarOff(wanted) ? total : Math.min((take * total) / matches, total);
    if (matches * SORTING_COST < walked) return lead;
  }
  return undefined;
}

async function walk(db: Db, wanted: Wanted, lead: Lead): Promise<readonly PageRow[]> {
  const tried = canWalk(wanted, lead) ? undefined : await tryFirst(db, wanted, 'nothing');
  return tried ?? bySecond(wanted, second => run(db, planOf(wanted, lead, second)));
}

/**
 * Several leads in the requested order, all of them long: often the first rows of one match the others too. If they do
 * not, the shortest lead is walked.
 */
async function walkBest(db: Db, wanted: Wanted, leads: readonly PlainLead[]): Promise<readonly PageRow[]> {
  const [first] = leads.toSorted((a, b) => rangeCount(wanted, a) - rangeCount(wanted, b));
  if (leads.length === 1) return walk(db, wanted, first!);
  const tried = await tryFirst(db, wanted, first!);
  if (tried) return tried;
  const best = await shortest(db, wanted, leads, MAX_COUNTED_ROWS);
  return walk(db, wanted, best?.lead ?? leads[0]!);
}

/** The rows of several lists as one page, without duplicates. */
export function together(lists: readonly (readonly PageRow[])[], page: Page): readonly PageRow[] {
  if (lists.length === 1) return lists[0]!;
  const sign = page.direction === 'asc' ? 1 : -1;
  const rows = new Map(lists.flat().map(row => [row.id, row]));
  return [...rows.values()].sort((a, b) => sign * (secondOf(a.at) - secondOf(b.at) || a.id - b.id)).slice(0, page.take);
}

/** This many contacts are read one by one before trying rows. */
const MAX_CONTACTS_LOOKED_AT = 1_000;
/** The conversations of more contacts than this are not counted. */
const MAX_CONTACTS_COUNTED = 5_000;

/**
 * Filters that name contacts, or tags to exclude: often the newest conversations fill a page, because most of them
 * match. If they do not, the conversations of each contact or set are read.
 */
async function byName(db: Db, wanted: Wanted, leads: readonly NamedLead[], ordered: Lead): Promise<readonly PageRow[]> {
  const isFew =
    leads[0] === 'byRequester' ? await areFew(db, wanted.filter.requesters!, MAX_CONTACTS_LOOKED_AT) : leads.length > 1;
  const tried = isFew ? undefined : await tryLikely(db, wanted, ordered);
  if (tried) return tried;
  return bySecond(wanted, async second => {
    const lists: (readonly PageRow[])[] = [];
    for (const lead of leads) lists.push(await run(db, rangePlan(wanted, lead, second)));
    return together(lists, wanted.page);
  });
}

/**
 * Tags in the order of those who wait longest, or are due first: each row's tags are looked up. If the first rows do not
 * fill a page, and few that may wait have a tag, these are sorted instead.
 */
async function byAsked(db: Db, wanted: Wanted, ordered: PlainLead): Promise<readonly PageRow[]> {
  const tried = await tryLikely(db, wanted, ordered);
  if (tried) return tried;
  const { rows } = await countMatches(wanted, 'tags', MAX_SORTED_ROWS + 1).execute(db);
  return rows[0]!.rows > MAX_SORTED_ROWS ? walk(db, wanted, ordered) : run(db, sortedPlan(wanted, 'tags'));
}

/** The first conversations of a list whose words are looked at before a search. */
const SAMPLED_ROWS = 100;

/** The lead with the fewest ranges in the requested order. */
function leadInOrder(wanted: Wanted, leads: readonly PlainLead[]): PlainLead {
  const inOrder = leads.filter(lead => canWalk(wanted, lead));
  return inOrder.toSorted((a, b) => rangeCount(wanted, a) - rangeCount(wanted, b))[0] ?? 'nothing';
}

/** Up to so many conversations that are found by a word are read and sorted at once. */
const MAX_FOUND_SORTED = 5_000;
/** So many rows of each range of a list are looked for among the conversations of a word. */
const MAX_ROWS_PASSED = 10_000;

/**
 * A page of the first conversations of a list that are among those of a word, if these are so many that it would take
 * longer to read and sort them. Undefined if they do not fill it. Several words are searched for too long to do it twice,
 * and PostgreSQL joins the two for seconds.
 */
async function firstAmong(db: Db, wanted: Wanted, lead: Lead): Promise<readonly PageRow[] | undefined> {
  const { filter, page, kind, text } = wanted;
  if (kind !== 'sqlite' || text!.among!.length > 1 || !canTry(wanted, lead)) return undefined;
  if (!(await hasMore(db, kind, text!, MAX_FOUND_SORTED))) return undefined;
  const [last] = await run(db, reachPlan(wanted, lead, MAX_ROWS_PASSED));
  const isDown = page.direction === 'desc';
  // Most of the newest rows are of the newest conversations: a word that too few of twice as many have is not among them.
  const oldest = last && isDown ? 2 * last.id - (await newestId(db)) : 0;
  if (oldest > 0 && !(await hasMore(db, kind, text!, page.take! - 1, oldest))) return undefined;
  const reach: TimeBound[] = last ? [[page.field, isDown ? '>' : '<', last.at]] : [];
  const rows = await run(db, walkPlan({ ...wanted, filter: { ...filter, times: [...filter.times, ...reach] } }, lead));
  return rows.length === page.take ? toSecond(db, wanted, lead, rows) : undefined;
}

/**
 * The conversations that contain all words of a text. The databases collect all that contain a word before they give the
 * first, so frequent words are not searched: if few conversations match the rest of the filter, or if the first ones of
 * the list fill a page, the words are looked for in these.
 */
async function byText(db: Db, wanted: Wanted): Promise<readonly PageRow[]> {
  const { filter, kind } = wanted;
  const words = wantedWords(filter.text);
  const hasParts = await searchDialects[kind].hasParts(db);
  const checking: Wanted = { ...wanted, text: { found: [], checked: words, hasParts } };
  const finding: Wanted = { ...wanted, text: { found: words, checked: [], hasParts } };
  if (filter.orphansOf !== undefined) return run(db, sortedPlan(finding, 'text'));
  const leads = leadsOf(filter);
  const short = await shortest(db, wanted, leads, MAX_ROWS_TRIED);
  if (short) return run(db, sortedPlan(checking, short.lead));
  const lead = leadInOrder(wanted, leads);
  const sample = idsOf(await firstsOf(db, { ...wanted, page: { ...wanted.page, take: SAMPLED_ROWS } }, lead));
  const { all, rare, frequent } = await sampleWords(db, kind, words, sample);
  const tried = all === 0 ? undefined : await tryFirst(db, checking, lead);
  if (tried) return tried;
  const first = await firstAmong(
    db,
    { ...wanted, text: { found: [], among: rare, checked: frequent, hasParts } },
    lead,
  );
  return first ?? run(db, sortedPlan({ ...wanted, text: { found: rare, checked: frequent, hasParts } }, 'text'));
}

/** The leads by names of a filter, if they can find a page. */
function namedLeads(wanted: Wanted): readonly NamedLead[] {
  return namedLeadsOf(wanted.filter).filter(one => hasRanges(wanted, one));
}

/** How many conversations of a filter without words are due, up to the page's number: no row leaves the database. */
export async function countDue(db: Db, wanted: Wanted): Promise<number> {
  const found = sortedPlan({ ...wanted, isCounted: true }, 'due');
  const { rows } = await sql<{ rows: number | string }>`select count(*) as rows from (${found}) as counted`.execute(db);
  return Number(rows[0]!.rows);
}

/**
 * Chooses the way to a page that reads the fewest rows. The databases cannot know it (the number of rows depends on the
 * value), and with a bad choice they read the whole table if little or nothing matches. Counting has a cost too: long
 * leads are compared only if there is no short one.
 */
export async function findPage(db: Db, wanted: Wanted): Promise<readonly PageRow[]> {
  const { filter, page } = wanted;
  if (wantedWords(filter.text).length > 0) return byText(db, wanted);
  if (filter.orphansOf !== undefined) return run(db, sortedPlan(wanted, 'orphans'));
  const named = namedLeads(wanted);
  const leads = leadsOf(filter).filter(lead => !named.some(one => isSettledBy(one, lead)));
  const inOrder = leads.filter(lead => canWalk(wanted, lead) || hasRanges(wanted, lead));
  if (named.length === 0 && leads.length === 1 && inOrder.length === 1) return walk(db, wanted, inOrder[0]!);
  const isMany = leads.includes('requesters') && !(await areFew(db, filter.requesters!, MAX_CONTACTS_COUNTED));
  const countable = isMany ? leads.filter(lead => lead !== 'requesters') : leads;
  const short = await shortest(db, wanted, countable, MAX_SORTED_ROWS + 1);
  if (short) return run(db, sortedPlan(wanted, short.lead));
  if (named.length > 0) return byName(db, wanted, named, inOrder[0] ?? 'nothing');
  if (canWalk(wanted, 'spans')) return walk(db, wanted, 'spans');
  if (isByAsked(page) && filter.tags && inOrder.length === 1) return byAsked(db, wanted, inOrder[0]!);
  if (inOrder.length > 0) return walkBest(db, wanted, inOrder);
  const tried = await tryFirst(db, wanted, 'nothing');
  if (tried) return tried;
  const sorted = page.take === undefined ? undefined : await leadToSort(db, wanted, leads, page.take);
  return sorted ? run(db, sortedPlan(wanted, sorted)) : walk(db, wanted, 'nothing');
}
