import { sql } from 'kysely';
import type { Row } from '../../database/tables.ts';
import type { ModelContext } from '../context.ts';
import { answersOfContact, forgetAnswer } from '../kept-answer.ts';
import { write } from '../transaction.ts';
import type { Work } from '../work.ts';

/** Deletes what tables hold of a contact beside its conversations, and the contact. */
export async function eraseElsewhere(work: Work, { contact_id: contactId, email }: Row<'erasure'>): Promise<void> {
  const { db } = work;
  if (email !== null) {
    await db.deleteFrom('spam_mark').where('email_key', '=', email).execute();
    await db.deleteFrom('automatic_reply').where('email_key', '=', email).execute();
  }
  await db.deleteFrom('rating_request').where('contact_id', '=', contactId).execute();
  await db.deleteFrom('contact').where('id', '=', contactId).execute();
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

/** Of a mail the head is looked through, which is shorter; compressed, this much of it. */
const HEAD_BYTES = 65_536;
const PACKED_BYTES = 16_384;

/** No byte that gzip writes stands for more. */
const MAX_GROWTH = 1_040;

/** The beginning of a mail, whose compressed bytes may be cut off. */
async function headOf(raw: Uint8Array): Promise<string> {
  const { constants, gunzipSync } = await import('node:zlib');
  try {
    return gunzipSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: PACKED_BYTES * MAX_GROWTH })
      .subarray(0, HEAD_BYTES)
      .toString('latin1');
  } catch {
    return '';
  }
}

/** Deletes the mails that were set aside because they could not be read, if their heads name the address. */
export async function eraseAside(context: ModelContext, email: string): Promise<void> {
  const { reader } = context.store;
  for (let last = 0; ; ) {
    const [row] = await reader
      .selectFrom('mail_set_aside')
      .select(['id', 'source_hash'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(1)
      .execute();
    if (!row) return;
    last = row.id;
    const { rows } = await sql<{
      raw: Uint8Array;
    }>`select substr(raw, 1, ${PACKED_BYTES}) as raw from mail_source where source_hash = ${row.source_hash}`.execute(
      reader,
    );
    if (!rows[0] || !(await headOf(rows[0].raw)).toLowerCase().includes(email)) continue;
    await write(context, async ({ db, textGone }) => {
      await db.deleteFrom('mail_set_aside').where('id', '=', row.id).execute();
      await db.deleteFrom('mail_source').where('source_hash', '=', row.source_hash).execute();
      textGone([]);
    });
  }
}
