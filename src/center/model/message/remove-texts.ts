import { deleteRows } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import { forgetTexts } from '../kept-answer.ts';
import type { Work } from '../work.ts';

/** The tables that name the attachments in use. */
const LINKS = ['message_attachment', 'note_attachment', 'saved_reply_attachment'] as const;

/** Deletes these attachments if nothing has them any more, and their files after the commit. */
export async function removeAttachments(work: Work, attachmentIds: readonly number[]): Promise<void> {
  const gone = new Map<string, number>();
  for (const ids of chunks(attachmentIds)) {
    const rows = await work.db
      .deleteFrom('attachment')
      .where('id', 'in', ids)
      .where(({ and, not, exists, selectFrom }) =>
        and(
          LINKS.map(link =>
            not(exists(selectFrom(link).select('position').whereRef('attachment_id', '=', 'attachment.id'))),
          ),
        ),
      )
      .returning(['hash', 'created_at'])
      .execute();
    for (const { hash, created_at } of rows) gone.set(hash, Math.max(gone.get(hash) ?? 0, created_at));
  }
  for (const hashes of chunks([...gone.keys()]))
    for (const { hash } of await work.db.selectFrom('attachment').select('hash').where('hash', 'in', hashes).execute())
      gone.delete(hash);
  work.textGone([...gone].map(([hash, usedAt]) => ({ hash, usedAt })));
}

/** Deletes the bytes of the mails that messages came in. */
export async function removeSources({ db }: Work, messageIds: readonly number[]): Promise<void> {
  for (const some of chunks(messageIds))
    await db
      .deleteFrom('mail_source')
      .where('source_hash', 'in', ({ selectFrom }) =>
        selectFrom('mail').select('source_hash').where('message_id', 'in', some),
      )
      .execute();
}

/** Deletes messages with everything that contains their texts: attachments, the mails they came in, stored answers. */
export async function removeMessages(
  work: Work,
  conversationIds: readonly number[],
  messageIds: readonly number[],
): Promise<void> {
  const held: number[] = [];
  for (const ids of chunks(messageIds)) {
    const links = work.db.selectFrom('message_attachment').select('attachment_id').where('message_id', 'in', ids);
    held.push(...(await links.execute()).map(row => row.attachment_id));
    // The mail's own row stays: it contains no text, answers find the conversation by it, and the mail is not imported
    // again.
    await removeSources(work, ids);
    await work.db.deleteFrom('message').where('id', 'in', ids).execute();
  }
  const gone = new Set(messageIds);
  await forgetTexts(work.db, conversationIds, 'message', id => gone.has(id));
  await removeAttachments(work, [...new Set(held)]);
}

/** Deletes all notes of conversations, with everything that contains their texts. */
export async function removeNoteTexts(work: Work, conversationIds: readonly number[]): Promise<void> {
  const { db } = work;
  const notes = db.selectFrom('note').select('note.id').where('conversation_id', 'in', conversationIds);
  const held = await db.selectFrom('note_attachment').select('attachment_id').where('note_id', 'in', notes).execute();
  await db.deleteFrom('note').where('conversation_id', 'in', conversationIds).execute();
  await forgetTexts(db, conversationIds, 'note');
  await removeAttachments(work, [...new Set(held.map(row => row.attachment_id))]);
}

/** Deletes a note of the conversation with everything that contains its text. Returns whether there was one. */
export async function removeNoteText(work: Work, conversationId: number, id: number): Promise<boolean> {
  const held = await work.db.selectFrom('note_attachment').select('attachment_id').where('note_id', '=', id).execute();
  const gone = await deleteRows(work.db, 'note', { id, conversation_id: conversationId });
  if (gone.length === 0) return false;
  await forgetTexts(work.db, [conversationId], 'note', one => one === id);
  await removeAttachments(
    work,
    held.map(row => row.attachment_id),
  );
  return true;
}
