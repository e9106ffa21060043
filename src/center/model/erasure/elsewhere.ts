import { deleteRows } from '../../database/rows.ts';
import type { Row } from '../../database/tables.ts';
import type { ModelContext } from '../context.ts';
import { answersOfContact, forgetAnswer } from '../kept-answer.ts';
import { write } from '../transaction.ts';
import type { Work } from '../work.ts';

/** Deletes a contact and its rows outside its conversations. */
export async function eraseElsewhere(work: Work, { contact_id: contactId, email }: Row<'erasure'>): Promise<void> {
  const { db } = work;
  if (email !== null) {
    await deleteRows(db, 'spam_mark', { email_key: email });
    await deleteRows(db, 'automatic_reply', { email_key: email });
  }
  await deleteRows(db, 'rating_request', { contact_id: contactId });
  await deleteRows(db, 'contact', { id: contactId });
}

/** Forgets the stored answers to those who made or changed the contact. */
export async function eraseContactAnswers(context: ModelContext, contactId: number): Promise<void> {
  const found = await answersOfContact(context.store.reader, contactId);
  if (found.length === 0) return;
  await write(context, async work => {
    for (const one of found) await forgetAnswer(work.db, one);
    work.textGone([]);
  });
}
