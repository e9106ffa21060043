import { rowWith } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, seesConversation, tokenNameOf, visibleHomes } from '../access.ts';
import type { KeptEvent } from './log.ts';

/** The conversations of an event for which the caller's desk rings. */
type RingsOf = (event: KeptEvent) => readonly number[];

/**
 * Determines the events for which the caller's desk rings: customers' messages in an inbox that the agent is subscribed
 * to, unless that is the spam inbox, and all that calls the agent. None if the agent has turned this off.
 */
export async function createRings(db: Db, { agentId }: Caller, events: readonly KeptEvent[]): Promise<RingsOf> {
  if (agentId === null || events.every(({ written, called }) => !written && !called)) return () => [];
  const agent = await rowWith(db, 'agent', { id: agentId });
  if (agent?.notify === 'none') return () => [];
  const rows = await db
    .selectFrom('inbox_subscription as subscription')
    .innerJoin('inbox', 'inbox.id', 'subscription.inbox_id')
    .select('inbox.id')
    .where('subscription.agent_id', '=', agentId)
    .where('inbox.kind', '<>', 'spam')
    .execute();
  const inboxes = new Set(rows.map(({ id }) => id));
  return ({ written = [], called = [] }) => [
    ...written.flatMap(([id, home]) => (inboxes.has(home) ? [id] : [])),
    ...called.flatMap(([one, id]) => (one === agentId ? [id] : [])),
  ];
}

/** The parts of some events that a caller may see. */
interface Visibility {
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

const IDS_AT_ONCE = 500;

/** The conversations among these that the caller sees now. */
export async function seenConversations(db: Db, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const some of chunks(ids, IDS_AT_ONCE)) {
    const rows = await db
      .selectFrom('conversation')
      .select('id')
      .where('id', 'in', some)
      .where(seesConversation(caller))
      .execute();
    for (const row of rows) found.add(row.id);
  }
  return found;
}

/**
 * Determines the parts of the events that the caller may see: inboxes that it sees or saw when they were deleted, and
 * conversations that are or were in them (so that it hears of one that leaves) or that it sees for another reason.
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

/** The content of an event for a caller: ids. */
export interface VisibleEvent {
  readonly inboxes: readonly number[];
  readonly conversations: readonly number[];
  /** Those of the conversations whose rows the caller lacks. */
  readonly rowsOf: readonly number[];
  /** Those that the caller's agent has read, without any other change. */
  readonly read: readonly number[];
  /** Those that the caller knows by the answer to its own write, each as `[id, version]`. */
  readonly versions: readonly (readonly [id: number, version: number])[];
  /** The inboxes in which the conversations were and are: their counts may have changed. */
  readonly homes: readonly number[];
  /** The conversations for which the caller's desk rings. */
  readonly rings: readonly number[];
  /** The erasure that has ended; undefined if none has. */
  readonly erased: number | undefined;
}

/** The text of an event for a caller, as far as it sees that. */
export function toldOf(event: KeptEvent, sees: Visibility, ringsOf: RingsOf, caller: Caller): VisibleEvent {
  const { answered } = event;
  const seen = event.conversations.filter(sees.conversation);
  const changed = seen.map(([id]) => id);
  const isChanged = new Set(changed);
  const own = (some: KeptEvent['read'] = []) =>
    some.filter(([reader, id]) => reader === caller.agentId && !isChanged.has(id)).map(([, id]) => id);
  const [read, unread] = [own(event.read), own(event.unread)];
  const versions = answered?.token === tokenNameOf(caller) ? answered.versions.filter(([id]) => isChanged.has(id)) : [];
  const isAnswered = new Set(versions.map(([id]) => id));
  return {
    inboxes: sees.inboxes(event),
    conversations: [...changed, ...read, ...unread],
    rowsOf: [...changed.filter(id => !isAnswered.has(id)), ...unread],
    read,
    versions,
    homes: [...new Set(seen.flatMap(([, ...homes]) => homes))].filter(sees.home),
    rings: [...new Set(ringsOf(event))].filter(id => isChanged.has(id)),
    erased: event.erased,
  };
}
