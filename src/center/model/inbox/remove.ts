import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { deleteRows } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import type { Row } from '../../database/tables.ts';
import { clearAsked } from '../conversation/awaiting.ts';
import { refreshHeld } from '../conversation/contents.ts';
import { clearParticipants } from '../conversation/participant.ts';
import { type Actor, record } from '../history.ts';
import { removeMessages } from '../message/remove-texts.ts';
import { dropUnsent } from '../outgoing/unsent.ts';
import { conflict } from '../problem.ts';
import { rowIds } from '../rows.ts';
import { reindex } from '../search/reindex.ts';
import { secondOf } from '../time.ts';
import type { Work } from '../work.ts';
import { placeInboxes } from './position.ts';

/** Records who could see the inbox, because its conversations stay visible to them. */
async function keepAccess(work: Work, id: number): Promise<void> {
  await sql`insert into former_access (inbox_id, agent_id)
    select inbox_id, agent_id from inbox_agent where inbox_id = ${id}
    union select inbox_team.inbox_id, team_agent.agent_id from inbox_team
    join team_agent on team_agent.team_id = inbox_team.team_id where inbox_team.inbox_id = ${id}`.execute(work.db);
}

/** Deletes the messages, except those that tell where a merged conversation went. */
async function emptyConversations(work: Work, ids: readonly number[]): Promise<void> {
  const messages = work.db.selectFrom('message').select('id').where('event', 'is', null);
  const rows = await messages.where('conversation_id', 'in', ids).execute();
  await removeMessages(work, ids, rowIds(rows));
}

function release(work: Work, ids: readonly number[]) {
  return work.db
    .updateTable('conversation')
    .set({
      inbox_id: null,
      message_count: sql<number>`case when merged_into is null then 0 else message_count end`,
      preview: sql<string>`case when merged_into is null then '' else preview end`,
      delivery_failed: 0,
      last_message_at: sql<number>`case when merged_into is null then created_at else last_message_at end`,
      version: sql<number>`version + 1`,
      updated_at: secondOf(work.now),
    })
    .where('id', 'in', ids)
    .execute();
}

/** How many conversations are processed in one go; other requests are answered in between. */
export const RELEASED_AT_ONCE = 100;

/** Takes the conversations out of the inbox, step by step: rows that are stored together are written together. */
async function releaseAll(work: Work, inboxId: number, actor: Actor): Promise<void> {
  const rows = await work.db
    .selectFrom('conversation')
    .select('id')
    .where('home_id', '=', inboxId)
    .where('inbox_id', 'is not', null)
    .orderBy('id')
    .execute();
  const changes = { inbox_id: { from: inboxId, to: null } };
  const steps = [
    (ids: readonly number[]) => emptyConversations(work, ids),
    (ids: readonly number[]) => release(work, ids),
    (ids: readonly number[]) => clearAsked(work, ids),
    (ids: readonly number[]) => clearParticipants(work, ids),
    (ids: readonly number[]) => refreshHeld(work, ids),
    (ids: readonly number[]) => {
      const happenings = ids.map(conversationId => ({ conversationId, event: 'inbox.deleted' as const, changes }));
      return record(work, happenings, actor);
    },
    (ids: readonly number[]) => reindex(work, ids),
  ];
  const pieces = chunks(rowIds(rows), RELEASED_AT_ONCE);
  for (const step of steps)
    for (const ids of pieces) {
      await step(ids);
      await nextTurn();
    }
  for (const { id } of rows) work.conversationChanged(id, inboxId);
}

/** Deletes an inbox with its messages. Its conversations stay, with notes, tags, contacts and history. */
export async function removeInbox(work: Work, inbox: Row<'inbox'>, actor: Actor): Promise<void> {
  if (inbox.kind !== 'normal') throw conflict(`The ${inbox.kind} inbox is built in and cannot be deleted.`);
  await keepAccess(work, inbox.id);
  await dropUnsent(work, inbox.id, actor);
  await releaseAll(work, inbox.id, actor);
  await deleteRows(work.db, 'inbox', { id: inbox.id });
  await placeInboxes(work, []);
  work.inboxChanged(inbox.id);
}
