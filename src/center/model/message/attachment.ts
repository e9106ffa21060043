import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { insertRow, rowWith } from '../../database/rows.ts';
import type { Db, NewRow, Row } from '../../database/tables.ts';
import { type Caller, requireSeen, seesConversation, seesSavedReply } from '../access.ts';

/** An attachment in the form of the answers. */
export function attachmentAnswer({
  id,
  name,
  content_type,
  size,
}: Pick<Row<'attachment'>, 'id' | 'name' | 'content_type' | 'size'>) {
  return { id, name, content_type, size };
}

/** True for rows of `attachment` that the caller may see: its own uploads, what it took out of use, and those of its conversations and saved replies. */
export function seesAttachment(caller: Caller): RawBuilder<SqlBool> {
  return caller.seesAll
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`(attachment.agent_id = ${caller.agentId}
      or exists (select 1 from upload where attachment_id = attachment.id and caller = ${caller.key})
      or exists (select 1 from message_attachment as link join message on message.id = link.message_id
        join conversation on conversation.id = message.conversation_id
        where link.attachment_id = attachment.id and ${seesConversation(caller)})
      or exists (select 1 from note_attachment as link join note on note.id = link.note_id
        join conversation on conversation.id = note.conversation_id
        where link.attachment_id = attachment.id and ${seesConversation(caller)})
      or exists (select 1 from saved_reply_attachment as link join saved_reply on saved_reply.id = link.saved_reply_id
        where link.attachment_id = attachment.id and ${seesSavedReply(caller)}))`;
}

/** The attachment; 404 if it does not exist or the caller may not see it. */
export function requireAttachment(db: Db, caller: Caller, id: number): Promise<Row<'attachment'>> {
  return requireSeen(db, 'attachment', id, seesAttachment(caller));
}

/** Makes an attachment that nothing refers to yet. */
export function insertAttachment(db: Db, row: NewRow<'attachment'>): Promise<Row<'attachment'>> {
  return insertRow(db, 'attachment', row);
}

/** The names of attachments, which a search finds. */
export async function attachmentNames(db: Db, ids: readonly number[] = []): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom('attachment').select('name').where('id', 'in', ids).execute()).map(({ name }) => name);
}

/** Whether an attachment has this content. */
export async function isFileNamed(db: Db, hash: string): Promise<boolean> {
  return (await rowWith(db, 'attachment', { hash })) !== undefined;
}
