import type { Db } from '../../database/tables.ts';
import { type Caller, seesConversation, visibleHomes } from '../access.ts';
import type { KeptEvent } from './log.ts';

/** The parts of some events that a caller may be told. */
export interface Visibility {
  /** The inboxes of an event: those that the caller sees, and those that it has just gained or lost. */
  readonly inboxes: (event: KeptEvent) => readonly number[];
  readonly conversation: (changed: readonly [number, ...number[]]) => boolean;
  /** Whether the caller sees an inbox. */
  readonly home: (id: number) => boolean;
}

function inboxesOf(event: KeptEvent, caller: Caller, sees: (id: number) => boolean): number[] {
  const own = (event.access ?? []).flatMap(([agentId, ...ids]) => (agentId === caller.agentId ? ids : []));
  return [...new Set([...event.inboxes.filter(sees), ...own])];
}

/** How many ids one statement contains. */
const IDS_AT_ONCE = 500;

/** The conversations among these that the caller sees now. */
export async function seenConversations(db: Db, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('conversation')
      .select('id')
      .where('id', 'in', ids.slice(at, at + IDS_AT_ONCE))
      .where(seesConversation(caller))
      .execute();
    for (const row of rows) found.add(row.id);
  }
  return found;
}

/**
 * Determines what the caller may be told of the events: inboxes that it sees or saw when they were deleted, and
 * conversations that are or were in them (so that it is told of one that leaves) or that it sees for another reason.
 */
export async function createVisibility(db: Db, caller: Caller, events: readonly KeptEvent[]): Promise<Visibility> {
  const list = await visibleHomes(db, caller);
  if (!list)
    return { inboxes: event => inboxesOf(event, caller, () => true), conversation: () => true, home: () => true };
  const homes = new Set(list);
  const isHome = ([, ...places]: readonly [number, ...number[]]) => places.some(place => homes.has(place));
  const others = events.flatMap(event => event.conversations.filter(one => !isHome(one)).map(([id]) => id));
  const visible = await seenConversations(db, caller, [...new Set(others)]);
  return {
    inboxes: event => inboxesOf(event, caller, id => homes.has(id)),
    conversation: changed => isHome(changed) || visible.has(changed[0]),
    home: id => homes.has(id),
  };
}
