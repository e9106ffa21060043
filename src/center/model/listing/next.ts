import { MAX_COUNTED } from '../../../contract/conversation-filter.ts';
import { MustBeExclusive } from '../../database/store.ts';
import type { Caller } from '../access.ts';
import { type ConversationRecord, lockConversations } from '../conversation/row.ts';
import type { Work } from '../work.ts';
import { type Filter, resolveFilters } from './filter.ts';
import { countMatches, findPage } from './find.ts';
import type { Page } from './paging.ts';

interface Step {
  readonly isOwn: boolean;
  readonly field: 'updated_at' | 'due_at' | 'waiting_since';
  /** Only those whose answer is late. */
  readonly isLate?: true;
}

/**
 * In this order an agent gets conversations, the first of each list first: late ones, unread ones of its own, then those
 * that wait.
 */
const ORDER: readonly Step[] = [
  { isOwn: true, field: 'due_at', isLate: true },
  { isOwn: false, field: 'due_at', isLate: true },
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
function filterOf(
  { unread, due, ...filter }: Filter,
  { field, isLate }: Step,
  assignees: readonly number[],
  now: number,
): Filter {
  if (field === 'updated_at') return { ...filter, unread: unread!, waiting: false, assignees };
  // Those that wait are open.
  const waiting = { ...filter, statuses: undefined, assignees };
  return field === 'due_at' ? { ...waiting, waiting: false, due: isLate ? now : due } : waiting;
}

function pageOf(field: string, take: number): Page {
  return { field, direction: 'asc', take, from: undefined, close: rows => ({ rows, nextCursor: null }) };
}

/** The filters of each step of a queue. */
type Parts = (step: Step) => readonly Filter[];

async function partsFor(work: Looking, caller: Caller, { inboxIds }: Queue): Promise<Parts> {
  const of = inboxIds.length > 0 ? { inbox_ids: [...inboxIds] } : {};
  const not = { status: ['closed'], ...(inboxIds.length > 0 ? {} : { inbox_ids: ['spam' as const] }) };
  // One query for all steps, each of which takes its part.
  const all = { ...of, not, snoozed: '0', unread: '1', waiting: '1', order: 'due_at' } as const;
  const filters = await resolveFilters(work, { ...all, assign_to: ['me', 'none'] }, caller);
  // A conversation of a deleted inbox that the agent has is found by another filter.
  return step =>
    filters
      .filter(({ orphansOf }) => step.isOwn || orphansOf === undefined)
      .map(filter => filterOf(filter, step, [step.isOwn ? caller.agentId! : 0], work.now));
}

interface NextInQueue {
  readonly id: number;
  readonly step: Step;
}

async function findNext(
  { db, kind }: Looking,
  parts: Parts,
  skip: readonly number[],
): Promise<NextInQueue | undefined> {
  for (const step of ORDER) {
    const page = pageOf(step.field, skip.length + 1);
    const row = (await findPage(db, { page, kind }, parts(step))).find(({ id }) => !skip.includes(id));
    if (row) return { id: row.id, step };
  }
  return undefined;
}

async function isStillThere({ db, kind }: Looking, parts: Parts, { id, step }: NextInQueue): Promise<boolean> {
  const those = parts(step).map(part => ({ ...part, ids: [id] }));
  return (await findPage(db, { page: pageOf(step.field, 1), kind }, those)).length > 0;
}

/** How many wait and are not skipped, counted up to `MAX_COUNTED`. */
async function countLeft(work: Looking, parts: Parts, skip: readonly number[]): Promise<number> {
  const field = 'waiting_since';
  const page = pageOf(field, MAX_COUNTED);
  let left = 0;
  for (const isOwn of [true, false]) {
    const all = parts({ isOwn, field });
    left += await countMatches(work.db, { page, kind: work.kind }, all);
    const skipped = all.map(part => ({ ...part, ids: skip }));
    if (skip.length > 0) left -= await countMatches(work.db, { page, kind: work.kind }, skipped);
  }
  return Math.min(left, MAX_COUNTED);
}

interface Next {
  readonly id: number | undefined;
  /** Absent if it is not counted. */
  readonly left?: number;
  /** Present if it is locked. */
  readonly row?: ConversationRecord;
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

/** The same, with the conversation locked. Agents who ask at the same time get different ones. */
export async function lockNext(work: Work, caller: Caller, queue: Queue): Promise<Next> {
  await work.concurrent?.lock('next');
  const parts = await partsFor(work, caller, queue);
  const found = await findNext(work, parts, queue.skip);
  const left = await counted(work, parts, queue);
  if (!found) return { id: undefined, ...left };
  const [row] = await lockConversations(work, [found.id], caller);
  // Another write may have answered it, merged it, or given it to an agent, before it was locked.
  if (work.concurrent && !(row && (await isStillThere(work, parts, found)))) throw new MustBeExclusive();
  return { id: found.id, ...left, row: row! };
}
