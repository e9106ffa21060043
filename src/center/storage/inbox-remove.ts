import { sql } from 'kysely';
import type { Caller } from '../access.ts';
import type { Work } from '../call.ts';
import { conflict } from '../problem.ts';
import { orderInboxes } from './inbox-position.ts';
import { reindex } from './search.ts';
import type { Row } from './tables.ts';

/** Keeps in mind who could see the inbox, since its conversations stay visible to them. */
const keepAccess = async (work: Work, id: number): Promise<void> => {
  await sql`insert into former_access (inbox_id, agent_id)
    select inbox_id, agent_id from inbox_agent where inbox_id = ${id}
    union select inbox_team.inbox_id, team_agent.agent_id from inbox_team
    join team_agent on team_agent.team_id = inbox_team.team_id where inbox_team.inbox_id = ${id}`.execute(work.db);
};

/** The messages go, but for the ones that say where a merged conversation went. */
const removeMessages = async (work: Work, id: number): Promise<void> => {
  await sql`delete from message where kind != 'system'
    and conversation_id in (select id from conversation where inbox_id = ${id})`.execute(work.db);
};

const recordRemoval = async (work: Work, caller: Caller, id: number): Promise<void> => {
  const changes = JSON.stringify({ inbox_id: { from: id, to: null } });
  await sql`insert into history (conversation_id, event, agent_id, changes, created_at)
    select id, 'inbox.deleted', cast(${caller.agentId} as bigint), ${changes}, cast(${work.now} as bigint) from conversation
    where inbox_id = ${id} order by id`.execute(work.db);
};

const releaseConversations = async (work: Work, id: number): Promise<number[]> => {
  const rows = await work.db
    .updateTable('conversation')
    .set({
      inbox_id: null,
      message_count: sql<number>`case when merged_into is null then 0 else message_count end`,
      preview: '',
      version: sql<number>`version + 1`,
      updated_at: work.now,
    })
    .where('inbox_id', '=', id)
    .returning('id')
    .execute();
  return rows.map(row => row.id);
};

/** Deletes an inbox with its messages. Its conversations stay, with notes, tags, contacts and history. */
export const removeInbox = async (work: Work, caller: Caller, inbox: Row<'inbox'>): Promise<void> => {
  if (inbox.kind !== 'normal') throw conflict(`The ${inbox.kind} inbox is built in and cannot be deleted.`);
  await keepAccess(work, inbox.id);
  await removeMessages(work, inbox.id);
  await recordRemoval(work, caller, inbox.id);
  const released = await releaseConversations(work, inbox.id);
  await reindex(work, released);
  await work.db.deleteFrom('inbox').where('id', '=', inbox.id).execute();
  await orderInboxes(work, []);
  work.inboxChanged(inbox.id);
  for (const id of released) work.conversationChanged(id, inbox.id);
};
