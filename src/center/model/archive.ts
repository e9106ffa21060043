import { sql } from 'kysely';
import { chunks } from '../database/statement.ts';
import { silenceArchived, waitsStill } from './conversation/awaiting.ts';
import { CLOSED_STATUS_ID, places } from './conversation/place.ts';
import { type ConversationChange, conversationPlan } from './conversation/plan.ts';
import { type ConversationRecord, lockConversations, writeConversations } from './conversation/row.ts';
import { mailActor, record } from './history.ts';
import { OPEN_STATUS_ID } from './inbox/number.ts';
import { byHand, mailEvents } from './mail.ts';
import type { Work } from './work.ts';

/** How the conversations of an archive land. */
export interface Landing {
  /** The status of all of them; if absent: open if a customer waits, otherwise closed. */
  readonly statusId?: number;
  /** Conversations whose last message is older are archived; milliseconds. */
  readonly archiveBefore?: number;
}

/** The status of a conversation with this last word. `isQuestion`: a customer wrote it, and no machine. */
export function landingStatus({ statusId }: Landing, isQuestion: boolean, at: number, now: number): number {
  return statusId ?? (isQuestion && waitsStill(at, now) ? OPEN_STATUS_ID : CLOSED_STATUS_ID);
}

/** The conversations among these that only imports have written to: no agent has worked on them. */
export async function untouched({ db }: Work, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select c.id from conversation as c where c.id in (${sql.join(ids)})
    and c.merged_into is null
    and not exists (select 1 from mail where mail.conversation_id = c.id and mail.from_archive = 0)
    and not exists (select 1 from erasure_conversation as erased where erased.conversation_id = c.id)
    and not exists (select 1 from history as h where h.conversation_id = c.id and ${byHand} and (h.by_mail = 0
      or (h.by_mail is null and (h.agent_id is not null or h.event not in (${sql.join(mailEvents)})))))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** An archive's change to a conversation after its mail was stored. */
function landed(row: ConversationRecord, landing: Landing, isQuestion: boolean, now: number): ConversationChange {
  const { archiveBefore } = landing;
  return {
    statusId: landingStatus(landing, isQuestion, row.last_message_at, now),
    archived: archiveBefore === undefined ? undefined : row.last_message_at < archiveBefore,
  };
}

/**
 * Ends a batch of an import: gives each conversation that received mail its status, unless an agent, an API key or live
 * mail has changed it. Each gets a new version, because mail has its sender's date and a client that asks for recent
 * changes must see it.
 */
export async function land(work: Work, ids: readonly number[], landing: Landing): Promise<void> {
  if (ids.length === 0) return;
  const rows = (await lockConversations(work, ids)).filter(row => row.merged_into === null);
  const free = await untouched(work, ids);
  const plans = rows.map(row =>
    conversationPlan(row, free.has(row.id) ? landed(row, landing, row.since !== null, work.now) : {}),
  );
  await writeConversations(work, plans, { agentId: null, now: work.now });
  await silenceArchived(work, ids);
  const happenings = plans.flatMap(plan => plan.happenings);
  await record(work, happenings, mailActor(work, 'import'));
}

/** How many of these conversations are open: neither closed nor archived nor merged away. */
export async function countOpen({ db }: Work, ids: readonly number[]): Promise<number> {
  let open = 0;
  for (const some of chunks(ids)) {
    const row = await db
      .selectFrom('conversation')
      .select(({ fn }) => fn.countAll<number | string>().as('open'))
      .where('id', 'in', some)
      .where('place', '=', places.listed)
      .where('snoozed_until', 'is', null)
      .where('status_id', '!=', CLOSED_STATUS_ID)
      .executeTakeFirstOrThrow();
    open += Number(row.open);
  }
  return open;
}
