import { MAX_COUNTED } from '../../../contract/conversation-filter.ts';
import { MustBeAlone } from '../../database/store.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller } from '../access.ts';
import { type ConversationRow, lockConversation } from '../conversation/row.ts';
import type { Work } from '../work.ts';
import { type Filter, resolveFilters } from './filter.ts';
import type { PageRow, Wanted } from './lead.ts';
import { countAll } from './list.ts';
import { numberOf } from './number.ts';
import { findPage, together } from './page.ts';
import type { Page } from './paging.ts';
import { sortedPlan } from './sort.ts';

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
}

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

/** Up to so many of an agent's own are sorted. */
const MAX_SORTED = 10_000;

/**
 * The first conversations of a step. An agent's own that are not closed are mostly the newest of all: a walk from the
 * oldest one on would pass all others before them.
 */
async function firstOf(db: Db, wanted: Wanted): Promise<readonly PageRow[]> {
  const { filter, page } = wanted;
  const isKnown = page.field === 'updated_at' && filter.orphansOf === undefined;
  const own = isKnown ? await numberOf(db, filter) : MAX_SORTED + 1;
  if (own > MAX_SORTED) return findPage(db, wanted);
  return own === 0 ? [] : (await sortedPlan(wanted, 'assignees').execute(db)).rows;
}

interface Next {
  readonly id: number | undefined;
  readonly left: number;
  /** Present if it is locked. */
  readonly row?: ConversationRow;
}

/**
 * The id of the conversation that the caller should have next, undefined if nothing waits; `left`: how many of those that
 * wait and are not skipped are this agent's or unassigned, counted up to `MAX_COUNTED`.
 */
export async function nextFor(
  work: Pick<Work, 'db' | 'kind' | 'now'>,
  caller: Caller,
  { inboxIds, skip }: Queue,
): Promise<Next> {
  const { db, kind } = work;
  const of = inboxIds.length > 0 ? { inbox_ids: [...inboxIds] } : {};
  const not = { status: ['closed'], ...(inboxIds.length > 0 ? {} : { inbox_ids: ['spam' as const] }) };
  // One query for all steps, each of which takes its part.
  const all = { ...of, not, snoozed: '0', unread: '1', isWaiting: true, isDue: true } as const;
  const filters = await resolveFilters(work, { ...all, assign_to: ['me', 'none'] }, caller);
  /** What a step looks through; a conversation of a deleted inbox that the agent has is found by another filter. */
  const partsOf = ({ isOwn, field }: Step): Filter[] =>
    filters
      .filter(({ orphansOf }) => isOwn || orphansOf === undefined)
      .map(filter => filterOf(filter, field, [isOwn ? caller.agentId! : 0]));
  const first = async (step: Step): Promise<number | undefined> => {
    const page = pageOf(step.field, skip.length + 1);
    const lists: (readonly PageRow[])[] = [];
    for (const filter of partsOf(step)) lists.push(await firstOf(db, { filter, page, kind }));
    return together(lists, page).find(({ id }) => !skip.includes(id))?.id;
  };
  const count = async (isOwn: boolean): Promise<number> => {
    const field = 'waiting_since';
    const parts = partsOf({ isOwn, field });
    const skipped = parts.map(part => ({ ...part, ids: skip }));
    const page = pageOf(field, MAX_COUNTED);
    return (await countAll(work, parts, page)) - (skip.length > 0 ? await countAll(work, skipped, page) : 0);
  };
  // To count costs less than to look for what is not there.
  const waiting = { own: await count(true), unassigned: await count(false) };
  let id: number | undefined;
  for (const step of ORDER)
    if (step.field === 'updated_at' || waiting[step.isOwn ? 'own' : 'unassigned'] > 0) id ??= await first(step);
  return { id, left: Math.min(waiting.own + waiting.unassigned, MAX_COUNTED) };
}

/** The same, with the conversation locked. Agents who ask at once get different ones. */
export async function lockNext(work: Work, caller: Caller, queue: Queue): Promise<Next> {
  await work.beside?.lock('next');
  const found = await nextFor(work, caller, queue);
  if (found.id === undefined) return found;
  const row = await lockConversation(work, found.id, caller);
  // Another write may have answered it, or given it to an agent, before it was locked.
  if (work.beside && (await nextFor(work, caller, queue)).id !== found.id) throw new MustBeAlone();
  return { ...found, row };
}
