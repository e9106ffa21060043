import { prepare, prepareInsert } from '../../database/prepare.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { JobName } from '../jobs/job.ts';

/** Conversations in the answer to a write, each as `[id, version]`, and the name of the writer's token. */
interface Answered {
  readonly token: string;
  readonly versions: readonly (readonly [id: number, version: number])[];
}

/**
 * The changes of one transaction: inboxes, conversations with their former and present inboxes, and what agents see.
 */
export interface ChangedIds {
  readonly inboxes: Set<number>;
  /** Names that are shown in every inbox changed too. */
  isOfNames: boolean;
  readonly conversations: Map<number, Set<number>>;
  /** Which agents have read which conversations. */
  readonly read: [agentId: number, conversationId: number][];
  /** Which agents have made which conversations unread, or follow them, or no longer. */
  readonly unread: [agentId: number, conversationId: number][];
  /** Which agents a note or something else calls, to which conversations: their desks ring. */
  readonly called: [agentId: number, conversationId: number][];
  /** By agent: the inboxes that it now sees, or no longer does. */
  readonly access: Map<number, Set<number>>;
  /** Which agents have answered which conversations. */
  readonly replied: [agentId: number, conversationId: number][];
  /** The content of the answer to the writer. */
  answered: Answered | undefined;
  /** The erasure that has ended: desks drop their copies of it. */
  erased: number | undefined;
  /** By job: the earliest time at which it has something to do. */
  readonly jobs: Map<JobName, number>;
  /** The conversations with a new message of a customer, with their inboxes: desks ring. */
  readonly written: Map<number, number>;
  /** How many messages of customers these conversations have more. */
  readonly messages: Map<number, number>;
}

/** A transaction that has changed nothing yet. */
export function noChanges(): ChangedIds {
  return {
    inboxes: new Set(),
    isOfNames: false,
    conversations: new Map(),
    read: [],
    unread: [],
    called: [],
    replied: [],
    access: new Map(),
    answered: undefined,
    erased: undefined,
    jobs: new Map(),
    written: new Map(),
    messages: new Map(),
  };
}

/** A stored event. */
export interface KeptEvent {
  readonly id: number;
  readonly kind: Row<'event_log'>['kind'];
  readonly inboxes: readonly number[];
  /** Each as `[id, home…]`. */
  readonly conversations: readonly (readonly [number, ...number[]])[];
  /** Each as `[agent, conversation]`; absent if none. */
  readonly read?: readonly (readonly [number, number])[];
  /** The same of conversations that agents made unread, follow, or follow no longer. */
  readonly unread?: readonly (readonly [number, number])[];
  /** Each as `[agent, conversation]`: a note or something else calls the agent; absent if none. */
  readonly called?: readonly (readonly [number, number])[];
  /** Each as `[agent, conversation]`: the agent has answered there; absent if none has. */
  readonly replied?: readonly (readonly [number, number])[];
  /** Each as `[agent, inbox…]`, for that agent alone; absent if none. */
  readonly access?: readonly (readonly [number, ...number[]])[];
  /** Each as `[conversation, inbox]`: a customer wrote; absent if none did. */
  readonly written?: readonly (readonly [number, number])[];
  /** The id of an erasure that has ended; absent if none has. */
  readonly erased?: number;
  /** Absent if the answer to the writer showed no conversation. */
  readonly answered?: Answered;
}

/**
 * If an inbox is named, more conversations than these are not: a client that hears of the inbox reads all of it again.
 */
const MAX_NAMED_BESIDE_AN_INBOX = 1_000;

/** After how many new events old ones are deleted. */
const SWEEP_EVERY = 500;

async function allInboxes(db: Db): Promise<number[]> {
  return (await db.selectFrom('inbox').select('id').orderBy('id').execute()).map(({ id }) => id);
}

const insertEvent = prepareInsert('event_log', ['kind', 'changes', 'created_at'], 'id');

/** Whether a change is sent to listeners. */
export function isTold({ inboxes, isOfNames, access, erased, conversations, read, unread }: ChangedIds): boolean {
  const count = inboxes.size + access.size + conversations.size + read.length + unread.length;
  return count > 0 || isOfNames || erased !== undefined;
}

/** Writes the one event of a transaction, or none if nothing changed. */
export async function recordEvent(db: Db, changes: ChangedIds, now: number, kept: number): Promise<void> {
  if (!isTold(changes)) return;
  const inboxes = [...new Set([...changes.inboxes, ...(changes.isOfNames ? await allInboxes(db) : [])])];
  const conversations = [...changes.conversations].map(([id, homes]) => [id, ...homes]);
  const { read, unread, erased } = changes;
  const access = [...changes.access].map(([id, seen]) => [id, ...seen]);
  const isOfInboxes = inboxes.length > 0 || access.length > 0;
  const isMany = inboxes.length > 0 && conversations.length > MAX_NAMED_BESIDE_AN_INBOX;
  const told = JSON.stringify({
    inboxes,
    conversations: isMany ? [] : conversations,
    ...(read.length > 0 ? { read } : {}),
    ...(unread.length > 0 ? { unread } : {}),
    ...(erased === undefined ? {} : { erased }),
    ...(changes.called.length > 0 ? { called: changes.called } : {}),
    ...(changes.replied.length > 0 ? { replied: changes.replied } : {}),
    ...(access.length > 0 ? { access } : {}),
    ...(changes.written.size > 0 ? { written: [...changes.written] } : {}),
    ...(changes.answered && conversations.length > 0 ? { answered: changes.answered } : {}),
  });
  const kind = isOfInboxes ? 'inbox.changed' : 'conversation.changed';
  const [made] = await insertEvent(db, { kind, changes: told, created_at: now });
  const { id } = made!;
  if (id % SWEEP_EVERY === 0)
    await db
      .deleteFrom('event_log')
      .where('id', '<=', id - kept)
      .execute();
}

/** The events after `id`, oldest first, at most `limit`. */
export async function eventsAfter(db: Db, id: number, limit: number): Promise<KeptEvent[]> {
  const rows = await db
    .selectFrom('event_log')
    .select(['id', 'kind', 'changes'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(row => ({ id: row.id, kind: row.kind, ...JSON.parse(row.changes) }));
}

const newestEvent = prepare(0, db => db.selectFrom('event_log').select('id').orderBy('id', 'desc').limit(1));

/** The id of the newest stored event; 0 without one. */
export async function newestEventId(db: Db): Promise<number> {
  return (await newestEvent(db))[0]?.id ?? 0;
}

/** The ids of the oldest and the newest stored event; both 0 without one. */
export async function eventRange(db: Db): Promise<{ first: number; last: number }> {
  const row = await db
    .selectFrom('event_log')
    .select(eb => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .executeTakeFirst();
  return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
}
