import { type RawBuilder, sql } from 'kysely';
import { MAX_EMAIL_LENGTH } from '../../../contract/schema.ts';
import { shownAddress } from '../../../text/address-form.ts';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { addWords, searchDialects } from '../../database/search.ts';
import { chunks } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import type { Unindexed, Work } from '../work.ts';
import { eachWord, wantedWords } from './words.ts';

/** The present search words of conversations; none for one without a row. */
async function readWords(work: Work, ids: readonly number[]): Promise<Map<number, ReadonlySet<string>>> {
  const kept = await searchDialects[work.kind].read(work.db, ids);
  return new Map([...kept].map(([id, words]) => [id, setOf(words)]));
}

function setOf(words: string): Set<string> {
  return new Set(words.split(' ').filter(word => word !== ''));
}

/** The words of texts, each once; the first ones are known. An address is found in its shown form, too. */
function wordsIn(texts: readonly string[], known: Iterable<string> = []): Set<string> {
  const words = new Set(known);
  for (const text of texts)
    for (const form of new Set([text, text.length > MAX_EMAIL_LENGTH ? text : shownAddress(text)]))
      for (const word of eachWord(form)) words.add(word);
  return words;
}

/** Stores the search words of a new conversation. */
export async function indexNew(work: Work, conversationId: number, texts: readonly string[]): Promise<void> {
  if (work.unindexed) addLater(work.unindexed, conversationId, texts);
  else await addWords(work.kind, work.db, conversationId, wordsIn(texts));
}

/** Adds texts to the search words of a conversation. */
export async function indexText(work: Work, conversationId: number, texts: readonly string[]): Promise<void> {
  if (work.unindexed) return addLater(work.unindexed, conversationId, texts);
  const last = await searchDialects[work.kind].last(work.db, conversationId);
  const known = setOf(last?.words ?? '');
  const all = wordsIn(texts, known);
  if (!last || all.size > known.size) await addWords(work.kind, work.db, conversationId, all, last);
}

function addLater({ texts }: Unindexed, conversationId: number, some: readonly string[]): void {
  const waiting = texts.get(conversationId);
  if (waiting) waiting.push(...some);
  else texts.set(conversationId, [...some]);
}

/** The search words of a conversation with blanks around each, those that are not indexed yet included. */
export async function wordsOfConversation(work: Work, id: number): Promise<string> {
  const waiting = wordsIn(work.unindexed?.texts.get(id) ?? []);
  const kept = (await searchDialects[work.kind].read(work.db, [id])).get(id) ?? '';
  return ` ${kept} ${[...waiting].join(' ')} `;
}

/** Indexes everything that `run` stores at its end, so that each row of words is written once. */
export async function indexOnce<T>(work: Work, run: (work: Work) => Promise<T>): Promise<T> {
  const unindexed: Unindexed = { texts: new Map(), again: new Set() };
  const result = await run({ ...work, unindexed });
  await reindex(work, [...unindexed.again]);
  for (const [id, texts] of unindexed.texts) if (!unindexed.again.has(id)) await indexText(work, id, texts);
  return result;
}

async function textsOf(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const given = sql.join(ids);
  const { rows } = await sql<{ id: number; text: string | null }>`
    select id, title as text from conversation where id in (${given})
    union all select conversation_id, external_id || source from conversation_origin where conversation_id in (${given})
    union all select conversation_id, body_text from message where conversation_id in (${given})
    union all select conversation_id, details from note where conversation_id in (${given})
    union all select message.conversation_id, attachment.name from message
      join message_attachment as file on file.message_id = message.id
      join attachment on attachment.id = file.attachment_id where message.conversation_id in (${given})
    union all select note.conversation_id, attachment.name from note
      join note_attachment as file on file.note_id = note.id
      join attachment on attachment.id = file.attachment_id where note.conversation_id in (${given})
    union all select link.conversation_id, contact.name from contact
      join conversation_contact as link on link.contact_id = contact.id where link.conversation_id in (${given})
    union all select link.conversation_id, contact.email from contact
      join conversation_contact as link on link.contact_id = contact.id where link.conversation_id in (${given})`.execute(
    db,
  );
  const texts = new Map<number, string[]>(ids.map(id => [id, []]));
  for (const { id, text } of rows) if (text !== null) texts.get(id)!.push(text);
  return texts;
}

/** How many conversations are read at once, because some may be long. */
const READ_AT_ONCE = 50;

/** Computes the search words of conversations again; needed after a text was deleted or replaced. */
export async function reindex(work: Work, conversationIds: readonly number[]): Promise<void> {
  if (work.unindexed) {
    for (const id of conversationIds) work.unindexed.again.add(id);
    return;
  }
  for (const ids of chunks(conversationIds, READ_AT_ONCE)) {
    const before = await readWords(work, ids);
    for (const [id, texts] of await textsOf(work.db, ids)) {
      const known = before.get(id);
      const all = wordsIn(texts);
      if (known && known.size === all.size && known.isSubsetOf(all)) continue;
      if (known) await searchDialects[work.kind].clear(work.db, id);
      await addWords(work.kind, work.db, id, all);
    }
  }
}

/**
 * A subquery: the ids of the conversations that contain all words of a text. Undefined if it has no words. `hasParts`:
 * the result of `hasLongConversations`.
 */
export function matching(kind: DatabaseKind, text: string, hasParts: boolean): RawBuilder<number> | undefined {
  const words = wantedWords(text);
  return words.length === 0 ? undefined : searchDialects[kind].matching(words, hasParts);
}

/** Whether some conversation has more words than one row can hold: searches read more then. */
export function hasLongConversations(kind: DatabaseKind, db: Db): Promise<boolean> {
  return searchDialects[kind].hasParts(db);
}
