import { sql } from 'kysely';
import { addressKey } from '../../../text/address-form.ts';
import { deleteRows, updateRows } from '../../database/rows.ts';
import { likePattern } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { firstContact } from '../conversation/contact.ts';
import { refreshHeld } from '../conversation/contents.ts';
import { type ConversationRecord, writeConversations } from '../conversation/row.ts';
import { mailActor, recordOne } from '../history.ts';
import { NO_SUBJECT } from '../mail.ts';
import { lastMessageOf } from '../message/last.ts';
import { reindex } from '../search/reindex.ts';
import type { Work } from '../work.ts';
import { eraseFromAnswers } from './answers.ts';
import { eraseLetters } from './letters.ts';
import { eraseMessages } from './messages.ts';
import { createScrub, ERASED, type Scrub } from './scrub.ts';
import { scrubBeside } from './texts.ts';

type Erasure = Row<'erasure'>;

/** How many messages of a shared conversation one transaction goes through: each may take several statements. */
const MESSAGES_AT_ONCE = 25;

/**
 * The contact is on the conversation, wrote in it or took part; otherwise its address is only mentioned there. A merged
 * conversation has lost its people.
 */
async function takesPart(
  { db }: Work,
  { contact_id: contactId, email }: Erasure,
  row: ConversationRecord,
): Promise<boolean> {
  if (row.merged_into !== null || row.requester_id === contactId) return true;
  const key = email === null ? null : addressKey(email);
  const { rows } = await sql`
    select 1 from conversation_contact where conversation_id = ${row.id} and contact_id = ${contactId}
    union all select 1 from message where conversation_id = ${row.id} and contact_id = ${contactId}
    union all select 1 from review where conversation_id = ${row.id} and contact_id = ${contactId}
    union all select 1 from conversation_participant where conversation_id = ${row.id} and email_key = ${key}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The first message was the person's, and so are the words of the title. */
async function isBegunBy({ db }: Work, { contact_id }: Erasure, { id, requester_id, merged_into }: ConversationRecord) {
  if (requester_id === contact_id || merged_into !== null) return true;
  const first = await db
    .selectFrom('message')
    .select(['contact_id', 'kind', 'body_text'])
    .where('conversation_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.kind === 'contact' && first.contact_id === null && first.body_text === ERASED;
}

/** Takes the person off the conversation; the next contact becomes the requester. */
async function leave(work: Work, { contact_id: contactId, email }: Erasure, row: ConversationRecord) {
  const { db } = work;
  const own = { conversation_id: row.id, contact_id: contactId };
  const [gone] = await deleteRows(db, 'conversation_contact', own);
  const key = email === null ? null : addressKey(email);
  if (key !== null)
    await db
      .deleteFrom('conversation_participant')
      .where('conversation_id', '=', row.id)
      .where(({ or, eb }) => or([eb('email_key', '=', key), eb('base_key', '=', key)]))
      .execute();
  if (gone)
    await recordOne(
      work,
      row.id,
      'contact.deleted',
      { contact_id: { from: contactId, to: null } },
      mailActor(work, 'service'),
    );
  await deleteRows(db, 'rating_request', own);
  await updateRows(db, 'review', own, { comment: '', contact_id: null });
  if (row.requester_id !== contactId) return {};
  await deleteRows(db, 'rating_wait', { conversation_id: row.id });
  return { requester_id: await firstContact(work, row.id) };
}

/** The keys by which mails of a thread find each other name their people. */
async function eraseThreadKeys(db: Db, conversationId: number, email: string): Promise<void> {
  await db
    .deleteFrom('mail_reference')
    .where('mail_id', 'in', ({ selectFrom }) =>
      selectFrom('mail').select('id').where('conversation_id', '=', conversationId),
    )
    .where(sql<boolean>`message_key like ${likePattern(addressKey(email))} escape '\\'`)
    .execute();
}

async function finish(
  work: Work,
  erasure: Erasure,
  row: ConversationRecord,
  scrub: Scrub,
  isPart: boolean,
): Promise<void> {
  const { db } = work;
  const newTitle = isPart && (await isBegunBy(work, erasure, row)) ? NO_SUBJECT : undefined;
  const title = newTitle ?? scrub.text(row.title);
  const left = isPart ? await leave(work, erasure, row) : {};
  if (isPart)
    await db
      .updateTable('message_head')
      .set({ answers: '', ...(newTitle && { subject: '' }) })
      .where('message_id', 'in', ({ selectFrom }) =>
        selectFrom('message').select('id').where('conversation_id', '=', row.id),
      )
      .execute();
  await scrubBeside(db, row.id, scrub, newTitle !== undefined);
  const removal = { scrub, isPart, title: newTitle };
  await eraseLetters(work, row.id, removal);
  if (erasure.email !== null) await eraseThreadKeys(db, row.id, erasure.email);
  const last = row.merged_into === null ? await lastMessageOf(work, row) : {};
  await writeConversations(work, [{ before: row, patch: { title, ...left, ...last } }], mailActor(work));
  await refreshHeld(work, [row.id]);
  await eraseFromAnswers(db, row.id, removal);
  await reindex(work, [row.id]);
}

/**
 * Removes a person from a conversation that is also others': its own texts and files, its name and address everywhere.
 * Goes through some messages after `upto`; returns how far it has come, undefined when all is done.
 */
export async function shareWithout(
  work: Work,
  erasure: Erasure,
  row: ConversationRecord,
  upto: number,
): Promise<number | undefined> {
  const isPart = await takesPart(work, erasure, row);
  const scrub = createScrub(isPart ? erasure : { email: erasure.email, name: '' });
  const { db } = work;
  const messages = await db
    .selectFrom('message')
    .select(['id', 'conversation_id', 'contact_id', 'forwards', 'body_text', 'body_html', 'event'])
    .where('conversation_id', '=', row.id)
    .where('id', '>', upto)
    .orderBy('id')
    .limit(MESSAGES_AT_ONCE)
    .execute();
  await eraseMessages(work, erasure, messages, scrub, isPart);
  if (messages.length === MESSAGES_AT_ONCE) return messages.at(-1)!.id;
  await finish(work, erasure, row, scrub, isPart);
  return undefined;
}
