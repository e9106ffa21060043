import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { deleteRows } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import type { Changes, Happening } from '../history.ts';
import type { Fault } from '../problem.ts';
import { LATEST, milliseconds, secondOf, timestamp } from '../time.ts';
import type { Work } from '../work.ts';
import { callKinds } from './call.ts';
import { CLOSED_STATUS_ID, isArchived } from './place.ts';
import type { ConversationPatch, ConversationRecord } from './row.ts';

/** How long conversations are put off. */
export interface StoredSnooze {
  /** Milliseconds since 1970; null until a customer writes. */
  readonly until: number | null;
  /** A customer's message does not bring them back. */
  readonly keep: boolean;
  /** Null for an API key. */
  readonly by: number | null;
}

type Snoozed = Pick<ConversationRecord, 'snoozed_until' | 'snooze_keep' | 'snoozed_by'>;

/** How long a conversation is put off; null if it is not. */
export function snoozeOf({ snoozed_until: until, snooze_keep: keep, snoozed_by: by }: Snoozed) {
  if (until === null) return null;
  return { until: until === LATEST ? null : timestamp(until), keep: keep === 1, by };
}

/** The same in history. */
function shown(row: Snoozed) {
  const snoozed = snoozeOf(row);
  return snoozed && { until: snoozed.until, keep: snoozed.keep };
}

type Body = BodyOf<Contract['conversation']['update']>['snooze'];

/** A request's snooze as a change; undefined changes nothing, null ends it. */
export function snoozeIn(given: Body, by: number | null): StoredSnooze | null | undefined {
  if (!given) return given;
  const { until, keep = false } = given;
  return { until: until === null ? null : milliseconds(until), keep, by };
}

interface SnoozeBody {
  readonly snooze?: Body;
  readonly conversation_status_id?: number;
  readonly archived?: boolean;
}

/** The reason why a conversation cannot be put off when the rest of the request is done; undefined if it can be. */
function snoozeProblem(
  row: ConversationRecord,
  { conversation_status_id: statusId = row.status_id, archived }: SnoozeBody,
) {
  if (statusId === CLOSED_STATUS_ID) return `${row.id} is closed, and cannot be put off`;
  return (archived ?? isArchived(row)) ? `${row.id} is archived, and cannot be put off` : undefined;
}

/** The faults of a request's snooze, and of the conversations that cannot be put off; `pathOf` names these. */
export function snoozeFaults(
  asked: SnoozeBody,
  rows: readonly ConversationRecord[],
  now: number,
  pathOf: (row: ConversationRecord) => string,
): Fault[] {
  const { snooze } = asked;
  if (!snooze) return [];
  if (snooze.until === null && snooze.keep) return [['snooze.keep', 'needs a time in `until`']];
  if (snooze.until !== null && milliseconds(snooze.until) <= now)
    return [['snooze.until', 'has passed: name a later time']];
  return rows.flatMap((row): Fault[] => {
    const reason = snoozeProblem(row, asked);
    return reason === undefined ? [] : [[pathOf(row), reason]];
  });
}

const none = { snoozed_until: null, snooze_keep: 0, snoozed_by: null, woken_from: null } as const;

/** The columns of a conversation that ceases to be put off, or to have been; empty if they are so. */
export function withoutSnooze(row: ConversationRecord): ConversationPatch {
  if (row.snoozed_until !== null) return none;
  return row.woken_from === null ? {} : { woken_from: null };
}

/** The history of a conversation that is no longer put off; empty if it was not. */
export function snoozeEnded(row: ConversationRecord): Changes {
  return row.snoozed_until === null ? {} : { snoozed: { from: shown(row), to: null } };
}

type Step = readonly [event: Happening['event'], changes: Changes, columns: ConversationPatch];

/** Puts a conversation off, or ends that; undefined if it is so already. */
export function snoozeStep(row: ConversationRecord, snooze: StoredSnooze | null): Step | undefined {
  if (snooze === null) return row.snoozed_until === null ? undefined : wakingStep(row);
  const columns = {
    snoozed_until: snooze.until === null ? LATEST : secondOf(snooze.until),
    snooze_keep: snooze.keep ? 1 : 0,
    snoozed_by: snooze.by,
    woken_from: null,
  } as const;
  const [from, to] = [shown(row), shown(columns)];
  const isSame = from?.until === to?.until && from?.keep === to?.keep;
  return isSame ? undefined : ['conversation.snoozed', { snoozed: { from, to } }, columns];
}

/** Brings a conversation back; `isAnswered`: before its time. */
export function wakingStep(row: ConversationRecord, isAnswered = false): Step {
  const until = row.snoozed_until;
  const woken_from = isAnswered && until !== LATEST ? until : null;
  return ['conversation.woken', snoozeEnded(row), { ...none, woken_from }];
}

/** Whether a customer's message brings a conversation back. */
export function wakesByAnswer(row: ConversationRecord): boolean {
  return row.snoozed_until !== null && row.snooze_keep === 0;
}

/** Makes conversations unread for their assignees, whose desks ring: they are as they are after they came back. */
export async function tellWoken(work: Work, rows: readonly ConversationRecord[]): Promise<void> {
  const own = rows.filter(row => row.assign_to !== null);
  for (const piece of chunks(own)) {
    const ids = piece.map(row => row.id);
    await keepUnread(work, ids, sql.ref('assign_to'));
  }
  for (const { id, assign_to } of own) work.agentCalled(assign_to!, id);
}

/** Makes conversations unread for an agent until the agent reads them, also if an agent wrote last. */
export async function keepUnread({ db }: Work, ids: readonly number[], agentId: RawBuilder<unknown>): Promise<void> {
  await sql`insert into conversation_call (agent_id, kind, conversation_id, since)
    select ${agentId}, ${sql.lit(callKinds.back)}, id, 0
    from conversation where id in (${sql.join(ids)}) on conflict (agent_id, kind, conversation_id) do nothing`.execute(
    db,
  );
}

/** The agent has read the conversation. Returns whether it had come back since. */
export async function noteWokenSeen({ db }: Work, conversationId: number, agentId: number): Promise<boolean> {
  const back = { conversation_id: conversationId, agent_id: agentId, kind: callKinds.back };
  return (await deleteRows(db, 'conversation_call', back)).length > 0;
}
