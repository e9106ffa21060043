import { type SqlBool, sql } from 'kysely';
import type { AnswerInput } from '../../contract/endpoint.ts';
import type { HistoryEvent, Via } from '../../contract/history.ts';
import type { Contract } from '../../contract/index.ts';
import { prepareInserts } from '../database/prepare.ts';
import type { Db, NewRow, Row } from '../database/tables.ts';
import type { Caller } from './access.ts';
import type { Page } from './listing/paging.ts';
import { listTimeline, type TimelineQuery } from './listing/timeline.ts';
import { timestamp } from './time.ts';
import type { Work } from './work.ts';

/** The author of a call's changes: the agent, or an API key by its name. */
export function actorOf({ caller, now }: { readonly caller: Caller; readonly now: number }): Actor {
  const { agentId, kind, name, via = 'api' } = caller;
  return { agentId, via, now, ...(kind === 'key' && { key: name }) };
}

/** The author of an automatic change: a late mail may still change the conversation. */
export function mailActor({ now }: Pick<Work, 'now'>, via: Via = 'mail'): Actor {
  return { agentId: null, byMail: true, via, now };
}

/** The author and the time; `agentId` null for an API key (`key`), or incoming mail (`byMail`). */
export interface Actor {
  readonly agentId: number | null;
  /** The name of the API key; of the rule if `via` says so. */
  readonly key?: string;
  readonly byMail?: boolean;
  /** By default mail if it is `byMail`, otherwise the service itself. */
  readonly via?: Via;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When the service does it, if `now` is another time: that at which the mail was written. */
  readonly recordedAt?: number;
}

/** Each changed field's former and new value, in the form of the service's answers. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** The content of an entry, before it has an author and a time. */
export interface Happening {
  readonly conversationId: number;
  readonly event: HistoryEvent;
  readonly changes: Changes;
  /** By default the actor's time. */
  readonly at?: number;
}

const columns = ['conversation_id', 'event', 'agent_id', 'by_mail', 'by_key', 'via', 'changes', 'created_at'] as const;
const insertEntries = prepareInserts('history', columns);

/** Writes the entries of a concurrent write, at its end. */
export async function recordAtEnd(db: Db, entries: readonly NewRow<'history'>[]): Promise<void> {
  await insertEntries(db, entries as Parameters<typeof insertEntries>[1]);
}

/** Writes one history entry. */
export function recordOne(
  work: Work,
  conversationId: number,
  event: HistoryEvent,
  changes: Changes,
  actor: Actor,
): Promise<void> {
  return record(work, [{ conversationId, event, changes }], actor);
}

/** Writes history entries in the given order. */
export async function record(work: Work, happenings: readonly Happening[], actor: Actor): Promise<void> {
  const rows = happenings.map(({ conversationId, event, changes, at = actor.recordedAt ?? actor.now }) => ({
    conversation_id: conversationId,
    event,
    agent_id: actor.agentId,
    by_mail: actor.byMail ? (1 as const) : (0 as const),
    by_key: actor.key ?? null,
    via: actor.via ?? (actor.byMail ? 'mail' : 'service'),
    changes: JSON.stringify(changes),
    created_at: at,
  }));
  if (work.concurrent) work.concurrent.history.push(...rows);
  else await insertEntries(work.db, rows);
}

type HistoryAnswer = AnswerInput<Contract['history']['list']>;

/** An entry in the form of an answer. */
export function present(row: Row<'history'>): HistoryAnswer {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    event: row.event as HistoryEvent,
    agent_id: row.agent_id,
    ...(row.via === 'rule' && { rule: row.by_key ?? '' }),
    changes: JSON.parse(row.changes) as HistoryAnswer['changes'],
    created_at: timestamp(row.created_at),
  };
}

interface HistoryQuery extends TimelineQuery {
  readonly event?: readonly string[];
}

/** A page of a conversation's history; several events are alternatives. */
export async function listHistory(db: Db, conversationId: number, query: HistoryQuery, page: Page) {
  const events = query.event ?? [];
  const isNamed = events.length > 0 ? sql<SqlBool>`event in (${sql.join(events)})` : undefined;
  const { rows, nextCursor } = await listTimeline(db, 'history', conversationId, query, page, isNamed);
  return { data: rows.map(present), nextCursor };
}
