import { sql } from 'kysely';
import { chunks } from '../database/statement.ts';
import type { Transactions } from '../model/context.ts';
import { type ConversationRecord, lockConversations } from '../model/conversation/row.ts';
import { moveNumbers } from '../model/inbox/number.ts';
import { removeMessages, removeNoteText } from '../model/message/remove-texts.ts';
import { forgetSample, sampleIds } from '../model/sample-mark.ts';
import { reindex } from '../model/search/reindex.ts';
import type { Work } from '../model/work.ts';

/** A sample conversation that received real mail, or into which a real one was merged, stays. */
async function keptIds(work: Work, ids: readonly number[]): Promise<Set<number>> {
  const sample = new Set(ids);
  const kept = new Set<number>();
  for (const some of chunks(ids)) {
    const mails = work.db.selectFrom('mail').select('conversation_id').where('conversation_id', 'in', some);
    for (const row of await mails.execute()) kept.add(row.conversation_id);
    const merged = work.db.selectFrom('conversation').select(['id', 'merged_into']).where('merged_into', 'in', some);
    for (const row of await merged.execute()) if (!sample.has(row.id)) kept.add(row.merged_into!);
  }
  return kept;
}

async function removeRows(work: Work, rows: readonly ConversationRecord[]): Promise<void> {
  const ids = rows.map(row => row.id);
  await work.db.updateTable('conversation').set({ merged_into: null }).where('merged_into', 'in', ids).execute();
  const messages = await work.db.selectFrom('message').select('id').where('conversation_id', 'in', ids).execute();
  const notes = await work.db
    .selectFrom('note')
    .select(['id', 'conversation_id'])
    .where('conversation_id', 'in', ids)
    .execute();
  await removeMessages(
    work,
    ids,
    messages.map(row => row.id),
  );
  for (const note of notes) await removeNoteText(work, note.conversation_id, note.id);
  await work.db.deleteFrom('conversation').where('id', 'in', ids).execute();
  await reindex(work, ids);
  for (const row of rows) work.conversationChanged(row.id, row.home_id);
}

function removeCustomers(work: Work) {
  return sql`delete from contact where (email_key like '%@mail.example' or email_key like '%@spam.example')
    and not exists (select 1 from conversation_contact as link where link.contact_id = contact.id)
    and not exists (select 1 from message where message.contact_id = contact.id)
    and not exists (select 1 from review where review.contact_id = contact.id)`.execute(work.db);
}

/**
 * Removes the sample conversations and their customers, except conversations that received real mail; the sample's
 * inboxes, statuses and agents stay, to be deleted or disabled like any other. Returns the number of conversations
 * removed.
 */
export function removeSample(center: Pick<Transactions, 'write'>): Promise<{ conversations: number }> {
  return center.write(async work => {
    const ids = await sampleIds(work.db);
    const kept = await keptIds(work, ids);
    const gone: ConversationRecord[] = [];
    for (const some of chunks(ids))
      gone.push(...(await lockConversations(work, some)).filter(row => !kept.has(row.id)));
    moveNumbers(work, gone, []);
    for (const some of chunks(gone)) await removeRows(work, some);
    await removeCustomers(work);
    await forgetSample(work);
    return { conversations: gone.length };
  });
}
