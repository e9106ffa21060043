import { sql } from 'kysely';
import { MAX_COUNTED } from '../../../contract/conversation-filter.ts';
import { MustBeAlone } from '../../database/store.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller } from '../access.ts';
import { type ConversationRow, lockConversations } from '../conversation/row.ts';
import type { Work } from '../work.ts';
import { secondIn, secondOf } from './by-second.ts';
import { type Filter, resolveFilters } from './filter.ts';
import { bySecond, run } from './first-rows.ts';
import type { PageRow, Wanted } from './lead.ts';
import { countAll } from './list.ts';
import { numberOf } from './number.ts';
import { findPage, together } from './page.ts';
import type { Page } from './paging.ts';
import { sortedPlan } from './sort.ts';
import { walkPlan } from './walk.ts';

interface Step {
  readonly isOwn: boolean;
  readonly field: 'updated_at' | 'due_at' | 'waiting_since';
}

/** In this order an agent gets conversations, the first of each list first: unread ones of its own, then those that wait. */
const ORDER: readonly Step[] = [
  { isOwn: true, field: 'updated_at' },
  { isOwn: true, field: 'due_at' },
  { isOwn: true, field: 'waiting_since' },
  { isOwn: false, field: 'due_at' },
  { isOwn: false, field: 'waiting_since' },
];

/** Which conversations a queue has. */
interface Queue {
  /** Ids of inboxes; empty: all but the spam inbox. */
  readonly inboxIds: readonly number[];
  readonly skip: readonly number[];
  /** Whether to say how many are left. */
  readonly isCounted: boolean;
}

type Looking = Pick<Work, 'db' | 'kind' | 'now'>;

/** The part of a filter that is one step's. */
function filterOf({ unread, due, ...filter }: Filter, field: Step['field'], assignees: readonly number[]): Filter {
  if (field === 'updated_at') return { ...filter, unread: unread!, waiting: false, assignees };
  // Those that wait are open.
  const waiting = { ...filter, statuses: undefined, assignees };
  return field === 'due_at' ? { ...waiting, waiting: false, due } : waiting;
}

function pageOf(field: string, take: number): Page {
  return { field, direction: 'asc', take, from: undefined, close: rows => ({ rows, nextCursor: null }) };
}

/** A row of one order, and its last message's time, in the order of which it was found. */
interface WalkedRow extends PageRow {
  readonly said: number;
}

/** So many unread conversations more than needed are looked at first. */
const MORE_UNREAD = 50;

/**
 * The first unread conversations of an agent by the time of their last change. They are sorted by their last messages,
 * and nothing changes before its last message: when enough of them have changed before one, so they have before all
 * after it.
 */
async function firstUnread(db: Db, wanted: Wanted, take: number): Promise<readonly PageRow[]> {
  for (let most = take + MORE_UNREAD; ; most *= 10) {
    const page: Page = { ...wanted.page, field: 'last_message_at', take: most };
    const { rows } = await sql<WalkedRow>`select c.id as id, c.updated_at as at, walked.at as said
      from (${walkPlan({ ...wanted, page }, 'unread')}) as walked cross join conversation as c where c.id = walked.id
      order by ${secondIn(sql`c.updated_at`)}, c.id`.execute(db);
    const first = rows.slice(0, take);
    const last = rows.reduce((latest, { said }) => Math.max(latest, said), 0);
    if (rows.length < most || secondOf(first.at(-1)!.at) < secondOf(last)) return first;
  }
}

/** Up to so many that wait are sorted: a walk through all that wait may pass many others before these. */
const MAX_SORTED = 10_000;

/** The first conversations of a step. */
async function firstOf(db: Db, wanted: Wanted): Promise<readonly PageRow[]> {
  const { filter, page } = wanted;
  if (filter.orphansOf !== undefined) return findPage(db, wanted);
  if (page.field === 'updated_at') return firstUnread(db, wanted, page.take!);
  const number = await numberOf(db, { ...filter, waiting: true });
  if (number === 0) return [];
  const lead = page.field === 'due_at' ? 'due' : 'waiting';
  if (number <= MAX_SORTED) return run(db, sortedPlan(wanted, lead));
  return bySecond(wanted, second => run(db, walkPlan(wanted, lead, second)));
}

/** What each step of a queue looks through. */
type Parts = (step: Step) => readonly Filter[];

async function partsFor(work: Looking, caller: Caller, { inboxIds }: Queue): Promise<Parts> {
  const of = inboxIds.length > 0 ? { inbox_ids: [...inboxIds] } : {};
  const not = { status: ['closed'], ...(inboxIds.length > 0 ? {} : { inbox_ids: ['spam' as const] }) };
  // One query for all steps, each of which takes its part.
  const all = { ...of, not, snoozed: '0', unread: '1', isWaiting: true, isDue: true } as const;
  const filters = await resolveFilters(work, { ...all, assign_to: ['me', 'none'] }, caller);
  // A conversation of a deleted inbox that the agent has is found by another filter.
  return ({ isOwn, field }) =>
    filters
      .filter(({ orphansOf }) => isOwn || orphansOf === undefined)
      .map(filter => filterOf(filter, field, [isOwn ? caller.agentId! : 0]));
}

interface Found {
  readonly id: number;
  readonly step: Step;
}

async function findNext({ db, kind }: Looking, parts: Parts, skip: readonly number[]): Promise<Found | undefined> {
  for (const step of ORDER) {
    const page = pageOf(step.field, skip.length + 1);
    const lists: (readonly PageRow[])[] = [];
    for (const filter of parts(step)) lists.push(await firstOf(db, { filter, page, kind }));
    const row = together(lists, page).find(({ id }) => !skip.includes(id));
    if (row) return { id: row.id, step };
  }
  return undefined;
}

async function isStillThere({ db, kind }: Looking, parts: Parts, { id, step }: Found): Promise<boolean> {
  const page = pageOf(step.field, 1);
  for (const part of parts(step)) {
    const { rows } = await sortedPlan({ filter: { ...part, ids: [id] }, page, kind }, 'ids').execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** How many wait and are not skipped, counted up to `MAX_COUNTED`. */
async function countLeft(work: Looking, parts: Parts, skip: readonly number[]): Promise<number> {
  const field = 'waiting_since';
  const page = pageOf(field, MAX_COUNTED);
  let left = 0;
  for (const isOwn of [true, false]) {
    const all = parts({ isOwn, field });
    left += await countAll(work, all, page);
    if (skip.length > 0)
      left -= await countAll(
        work,
        all.map(part => ({ ...part, ids: skip })),
        page,
      );
  }
  return Math.min(left, MAX_COUNTED);
}

interface Next {
  readonly id: number | undefined;
  /** Absent if it is not counted. */
  readonly left?: number;
  /** Present if it is locked. */
  readonly row?: ConversationRow;
}

async function counted(work: Looking, parts: Parts, { isCounted, skip }: Queue): Promise<Pick<Next, 'left'>> {
  return isCounted ? { left: await countLeft(work, parts, skip) } : {};
}

/**
 * The id of the conversation that the caller should have next, undefined if nothing waits; `left`: how many of those that
 * wait and are not skipped are this agent's or unassigned, counted up to `MAX_COUNTED`.
 */
export async function nextFor(work: Looking, caller: Caller, queue: Queue): Promise<Next> {
  const parts = await partsFor(work, caller, queue);
  const found = await findNext(work, parts, queue.skip);
  return { id: found?.id, ...(await counted(work, parts, queue)) };
}

/** The same, with the conversation locked. Agents who ask at once get different ones. */
export async function lockNext(work: Work, caller: Caller, queue: Queue): Promise<Next> {
  await work.beside?.lock('next');
  const parts = await partsFor(work, caller, queue);
  const found = await findNext(work, parts, queue.skip);
  const left = await counted(work, parts, queue);
  if (!found) return { id: undefined, ...left };
  const [row] = await lockConversations(work, [found.id], caller);
  // Another write may have answered it, merged it, or given it to an agent, before it was locked.
  if (work.beside && !(row && (await isStillThere(work, parts, found)))) throw new MustBeAlone();
  return { id: found.id, ...left, row: row! };
}
