import { deleteRows, rowWith, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { forgetTexts } from '../kept-answer.ts';
import { removeAttachments, removeSources } from '../message/remove-texts.ts';
import { rowIds } from '../rows.ts';
import type { Work } from '../work.ts';
import { eraseMails } from './empty.ts';
import { ERASED, type Scrub, withoutQuotes } from './scrub.ts';
import { scrubAround } from './texts.ts';

type Message = Pick<
  Row<'message'>,
  'id' | 'conversation_id' | 'contact_id' | 'forwards' | 'body_text' | 'body_html' | 'event'
>;

/** Whether a message forwards one of the person's, which was erased before it. */
async function isForward(db: Db, { forwards }: Message): Promise<boolean> {
  if (forwards === null) return false;
  const row = await rowWith(db, 'message', { id: forwards });
  return row !== undefined && row.contact_id === null && row.body_text === ERASED;
}

/** Empties the person's own messages, and forwards of them; their files go. */
async function eraseOwn(work: Work, erasureId: number, messages: readonly Message[]): Promise<void> {
  const { db } = work;
  const ids = rowIds(messages);
  const files = await deleteRows(db, 'message_attachment', { message_id: ids });
  await updateRows(db, 'message', { id: ids }, { body_text: ERASED, body_html: null, contact_id: null });
  await deleteRows(db, 'message_head', { message_id: ids });
  await eraseMails(work, erasureId, 'message_id', ids);
  const gone = new Set(ids);
  await forgetTexts(db, [messages[0]!.conversation_id], 'message', id => gone.has(id));
  await removeAttachments(work, [...new Set(files.map(file => file.attachment_id))]);
}

/** Removes name, address and quotations of others from a message of another author. Returns whether it changed. */
async function scrubOne({ db }: Work, one: Message, { text }: Scrub, isPart: boolean): Promise<boolean> {
  const body_text = text(isPart ? withoutQuotes(one.body_text) : one.body_text);
  const html = one.body_html === null ? null : text(one.body_html);
  // HTML shows the same words; nothing tells quotes apart in it.
  const body_html = isPart || html !== one.body_html ? null : one.body_html;
  if (body_text === one.body_text && body_html === one.body_html) return false;
  await updateRows(db, 'message', { id: one.id }, { body_text, body_html });
  return true;
}

/** Erases a person from some messages of one conversation, in the order of their ids. */
export async function eraseMessages(
  work: Work,
  { id, contact_id: contactId }: Row<'erasure'>,
  messages: readonly Message[],
  scrub: Scrub,
  isPart: boolean,
): Promise<void> {
  if (messages.length === 0) return;
  const changed: number[] = [];
  const own = new Map<number, Message>();
  for (const one of messages) {
    const isOwn = one.contact_id === contactId || own.has(one.forwards ?? 0) || (await isForward(work.db, one));
    if (isOwn) own.set(one.id, one);
    else if (one.event === null && ((await scrubOne(work, one, scrub, isPart)) || isPart)) changed.push(one.id);
  }
  if (own.size > 0) await eraseOwn(work, id, [...own.values()]);
  const ids = rowIds(messages);
  changed.push(...(await scrubAround(work.db, ids, scrub)));
  // The bytes of these mails still show the text that was removed from their messages.
  await removeSources(work, changed);
}
