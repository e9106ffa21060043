import { chunks } from '../../database/chunks.ts';
import { moveHeads, nextIds, progressIn } from '../../database/migrations/to-fill.ts';
import type { Db } from '../../database/tables.ts';
import { refreshAsked } from '../conversation/asked.ts';
import { addParticipants, clearParticipants, type Named } from '../conversation/participant.ts';
import { keepRecipients, type Recipients } from '../message/recipients.ts';
import type { Work } from '../work.ts';

/** The head of a mail, as far as it is stored beside its message. */
export interface Head extends Recipients {
  readonly from: Named;
  readonly isAutomatic: boolean;
}

/** Some conversations whose mails are to be read again. */
export interface HeadBatch {
  /** The progress when they were chosen, and after them. */
  readonly from: number;
  readonly next: number;
  readonly conversationIds: readonly number[];
  readonly mails: readonly { readonly messageId: number; readonly sourceHash: string }[];
}

/** How many conversations are read together, and after how many mails no further one is added. */
const MAX_CONVERSATIONS = 50;
const ENOUGH_MAILS = 100;

/** The next conversations, the newest first; undefined if all are done, or if an earlier step is still in progress. */
export async function nextHeads(db: Db): Promise<HeadBatch | undefined> {
  const progress = await progressIn(db);
  const from = progress?.heads ?? 0;
  if (!progress || from === 0 || progress.contact + progress.conversation + (progress.numbers ?? 0) > 0)
    return undefined;
  const ids = await nextIds(db, 'conversation', from, MAX_CONVERSATIONS);
  const found = await db
    .selectFrom('mail')
    .select(['conversation_id', 'message_id', 'source_hash'])
    .where('conversation_id', 'in', ids.length > 0 ? ids : [0])
    .where('message_id', 'is not', null)
    .orderBy('conversation_id', 'desc')
    .orderBy('id')
    .execute();
  const enough = found[ENOUGH_MAILS]?.conversation_id ?? 0;
  const conversationIds = ids.filter(id => id >= enough);
  const mails = found
    .filter(row => row.conversation_id >= enough)
    .map(row => ({ messageId: row.message_id!, sourceHash: row.source_hash }));
  const isEnd = conversationIds.length === ids.length && ids.length < MAX_CONVERSATIONS;
  return { from, next: isEnd ? 0 : conversationIds.at(-1)! - 1, conversationIds, mails };
}

/** The bytes of a mail, compressed; undefined if its message was deleted. */
export async function sourceOf(db: Db, sourceHash: string): Promise<Uint8Array | undefined> {
  return (await db.selectFrom('mail_source').select('raw').where('source_hash', '=', sourceHash).executeTakeFirst())
    ?.raw;
}

/** The messages of these heads that still exist, with their conversations, which may have been merged meanwhile. */
async function messagesOf(db: Db, ids: readonly number[]) {
  const found: { id: number; conversation_id: number }[] = [];
  for (const piece of chunks(ids))
    found.push(
      ...(await db.selectFrom('message').select(['id', 'conversation_id']).where('id', 'in', piece).execute()),
    );
  return found;
}

/**
 * Everybody who wrote a message of a conversation or stands in one of these heads, in the order of appearance. What
 * nobody vouches for names nobody who does not take part already.
 */
async function peopleIn(db: Db, conversationId: number, heads: ReadonlyMap<number, Head>): Promise<Named[]> {
  const rows = await db
    .selectFrom('message')
    .leftJoin('contact', 'contact.id', 'message.contact_id')
    .select(['message.id', 'contact.name', 'contact.email'])
    .where('message.conversation_id', '=', conversationId)
    .where('message.unverified', '=', 0)
    .orderBy('message.created_at')
    .orderBy('message.id')
    .execute();
  return rows.flatMap(({ id, name, email }) => {
    const head = heads.get(id);
    return head ? [head.from, ...head.to, ...head.cc] : [{ name: name ?? '', email }];
  });
}

/** Builds the participants of a conversation again; present ones stay. */
async function refreshParticipants(work: Work, id: number, heads: ReadonlyMap<number, Head>): Promise<void> {
  const before = await work.db
    .selectFrom('conversation_participant')
    .select(['name', 'email'])
    .where('conversation_id', '=', id)
    .orderBy('position')
    .execute();
  const people = await peopleIn(work.db, id, heads);
  await clearParticipants(work, [id]);
  await addParticipants(work, id, [...people, ...before]);
}

async function markAutomatic(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids))
    await work.db.updateTable('message').set({ automatic: 1 }).where('id', 'in', piece).execute();
}

/** Stores the heads of a batch, by their messages' ids; does nothing if another process did so meanwhile. */
export async function storeHeads(work: Work, batch: HeadBatch, heads: ReadonlyMap<number, Head>): Promise<void> {
  if ((await progressIn(work.db))?.heads !== batch.from) return;
  const messages = await messagesOf(work.db, [...heads.keys()]);
  await keepRecipients(work, new Map(messages.map(({ id }) => [id, heads.get(id)!])));
  const automatic = messages.filter(({ id }) => heads.get(id)!.isAutomatic);
  await markAutomatic(
    work,
    automatic.map(({ id }) => id),
  );
  const touched = new Set([...batch.conversationIds, ...messages.map(row => row.conversation_id)]);
  for (const id of touched) await refreshParticipants(work, id, heads);
  await refreshAsked(work, [...new Set(automatic.map(row => row.conversation_id))]);
  await moveHeads(work.db, batch.next);
}
