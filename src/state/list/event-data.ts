import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { filled } from '../conversation/filled.ts';
import { matchesQuery, staysIn } from '../query/match.ts';
import { membership } from '../world/id-map.ts';
import type { Conversation, Inbox, World } from '../world.ts';
import { departureReason, partArrivals } from './merge.ts';
import { movedNumbers } from './numbers.ts';

/** The counts of an inbox, as an event tells them. */
export type ToldCounts = Inbox['counts'] & { readonly id: number };

/** The data of an event. */
export interface EventData {
  readonly rows: readonly Conversation[];
  /** The conversations that the agent has read, here or elsewhere. */
  readonly read: readonly number[];
  readonly counts: readonly ToldCounts[];
}

/** The former conversation, if it was known, and the new one. */
interface Step {
  readonly former: Conversation | undefined;
  readonly now: Conversation;
}

/** The world with the data of events, and the reads that remain. */
export interface AppliedEvents {
  readonly world: World;
  /** Conversations that are completely known, in a new version: a read under way may be older. */
  readonly changed: readonly number[];
  /** Those of which only the help center knows whether they belong to the list. */
  readonly unsure: readonly number[];
  /** The numbers of views may have changed: the former state of some conversations is not known. */
  readonly isUncounted: boolean;
}

/** Takes in the data of events, without moving a row: as `comparePage` does, but each row says why it left. */
export function withTold(world: World, told: EventData): AppliedEvents {
  const steps = stepsOf(world, told);
  const counted = withCounts(world, told.counts);
  if (steps.length === 0) return { world: counted, changed: [], unsure: [], isUncounted: false };
  const numbered = withNumbers(counted, steps);
  const known = withRows(numbered.world, steps);
  const placed = placedIn(known, steps);
  const isUnsure = new Set(placed.unsure);
  const changed = steps.filter(({ former, now }) => former?.version !== now.version && !isUnsure.has(now.id));
  return { ...placed, changed: changed.map(({ now }) => now.id), isUncounted: numbered.isUncounted };
}

/** The new data: events may come after an answer that has more. */
function stepsOf({ base }: World, { rows, read }: EventData): readonly Step[] {
  const steps = new Map<number, Step>();
  const add = (now: Conversation): void => {
    const former = base.conversations.get(now.id);
    const isOld = (former?.version ?? 0) > (now.version ?? 0);
    if (!isOld && JSON.stringify(former) !== JSON.stringify(now)) steps.set(now.id, { former, now });
  };
  for (const id of read) {
    const known = base.conversations.get(id);
    if (known?.unread || known?.mentioned)
      add({ ...known, unread: false, ...(known.mentioned ? { mentioned: null } : {}) });
  }
  for (const row of rows) {
    const former = base.conversations.get(row.id);
    const now = filled(former, row);
    // The same fields in the same order, so that an echo is known as one.
    add(former && former.version === now.version ? { ...former, ...now } : now);
  }
  return [...steps.values()];
}

function withCounts(world: World, counts: EventData['counts']): World {
  if (counts.length === 0) return world;
  const told = new Map(counts.map(({ id, ...rest }) => [id, rest]));
  const inboxes = world.base.inboxes.map(inbox => {
    const now = told.get(inbox.id);
    return now ? { ...inbox, counts: now } : inbox;
  });
  return { ...world, base: { ...world.base, inboxes } };
}

/** A conversation of which nothing happened before was in no view. */
function beforeOf({ former, now }: Step): Conversation | undefined {
  return former ?? (now.version === 1 ? { ...now, merged_into: now.id } : undefined);
}

function withNumbers(world: World, steps: readonly Step[]): { readonly world: World; readonly isUncounted: boolean } {
  const { numbers } = world.base;
  if (numbers.size === 0) return { world, isUncounted: false };
  const byId = new Map(steps.map(step => [step.now.id, step]));
  const moved = movedNumbers(numbers, world, byId.keys(), {
    before: id => beforeOf(byId.get(id)!),
    after: id => byId.get(id)!.now,
  });
  const isUncounted = steps.some(step => beforeOf(step) === undefined);
  return { world: { ...world, base: { ...world.base, numbers: moved } }, isUncounted };
}

/** Keeps conversations that were known or are to be listed: memory does not grow by passing events. */
function withRows(world: World, steps: readonly Step[]): World {
  const { base, list, detail } = world;
  const held = steps.filter(
    ({ former, now }) => former || now.id === detail.conversationId || matchesQuery(list.query, now, world) === true,
  );
  const isWritten = ({ former, now }: Step): boolean =>
    former !== undefined && (now.last_message_at ?? 0) > (former.last_message_at ?? 0);
  const written = held.filter(step => isWritten(step) && step.now.id !== detail.conversationId);
  const threads = held.flatMap(({ former, now }) => {
    const thread = base.threads.get(now.id);
    const isSame = thread && former && thread.version === former.version && isSameThread(former, now);
    return isSame ? [[now.id, { ...thread, version: now.version }] as const] : [];
  });
  return {
    ...world,
    news: written.length > 0 ? new Set([...world.news, ...written.map(({ now }) => now.id)]) : world.news,
    base: {
      ...base,
      conversations: base.conversations.with(held.map(({ now }) => [now.id, now])),
      threads: base.threads.with(threads),
    },
  };
}

function leaves(world: World, { former, now }: Step): boolean {
  const { query } = world.list;
  const isRead = query.isUnread && former?.unread === true && now.unread === false;
  return isRead || staysIn(query, now, world) === false;
}

/** The list: rows that left say why, arrivals wait above or stand below. The agent's own changes are neither. */
function placedIn(world: World, steps: readonly Step[]): Pick<AppliedEvents, 'world' | 'unsure'> {
  const { list, patch } = world;
  // Whether the list that is being read has them cannot be known.
  if (list.asOf === null || list.isOfflineSearch) return { world, unsure: steps.map(({ now }) => now.id) };
  const isListed = membership(list.ids, steps.length);
  const gone = new Map(list.gone);
  const back = new Set<number>();
  const waiting = new Set(list.newAbove);
  const unsure: number[] = [];
  for (const step of steps.filter(({ now }) => !patch.conversations.has(now.id))) {
    const { id } = step.now;
    const belongs = matchesQuery(list.query, step.now, world);
    const isTaken = list.removedByMe.has(id);
    if (isListed(id) && !isTaken) {
      if (leaves(world, step)) gone.set(id, departureReason(world, step.now));
      else if (belongs !== false) gone.delete(id);
    } else if (belongs === false) waiting.delete(id);
    else if (belongs === 'unknown') unsure.push(id);
    else {
      waiting.add(id);
      if (isTaken) back.add(id);
    }
  }
  return { world: withArrivals({ ...world, list: { ...list, gone } }, waiting, back), unsure };
}

function withArrivals(world: World, waiting: ReadonlySet<number>, back: ReadonlySet<number>): World {
  const { list } = world;
  const isSame = waiting.size === list.newAbove.length && list.newAbove.every(id => waiting.has(id));
  if (isSame) return world;
  const ids = back.size === 0 ? list.ids : list.ids.filter(id => !back.has(id));
  const { above, below } = partArrivals(world, ids, [...waiting]);
  const former = new Set(list.newAbove);
  return {
    ...world,
    news: new Set([...world.news, ...above.filter(id => !former.has(id)), ...below]),
    list: {
      ...list,
      ids: below.length === 0 ? ids : [...ids, ...below],
      removedByMe: back.size === 0 ? list.removedByMe : new Set([...list.removedByMe].filter(id => !back.has(id))),
      newAbove: above.slice(0, MAX_PAGE_SIZE),
    },
  };
}

/** Fields that a change may alter without touching a message or a note. */
const BESIDE_THREAD = [
  'title',
  'conversation_status_id',
  'inbox_id',
  'assign_to',
  'disable_rating',
  'tags',
  'archived',
  'snoozed',
] as const satisfies readonly (keyof Conversation)[];

/** Fields that every change of a message or a note alters, as far as a row shows it. */
const OF_THREAD = [
  'message_count',
  'note_count',
  'last_message_at',
  'delivery_failed',
  'merged_into',
] as const satisfies readonly (keyof Conversation)[];

function isSame(a: Conversation, b: Conversation, field: keyof Conversation): boolean {
  return JSON.stringify(a[field]) === JSON.stringify(b[field]);
}

/**
 * Whether the messages and notes of a conversation are the same after a change of it: a single one, which altered
 * something else. An edited note or a sent mail shows in no row.
 */
function isSameThread(former: Conversation, now: Conversation): boolean {
  if (former.version === now.version) return true;
  if (former.version === null || now.version !== former.version + 1) return false;
  return (
    OF_THREAD.every(field => isSame(former, now, field)) && BESIDE_THREAD.some(field => !isSame(former, now, field))
  );
}
