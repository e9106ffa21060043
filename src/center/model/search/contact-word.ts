import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { shownAddress } from '../../../text/address-form.ts';
import { deleteRows } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import { searchWords, wantedWords } from './words.ts';

/** Stores the words by which a contact is found: those of its name and address. */
export async function indexContact(
  db: Db,
  { id, name, email }: { readonly id: number; readonly name: string; readonly email: string | null },
): Promise<void> {
  await deleteRows(db, 'contact_word', { contact_id: id });
  const words = [...new Set(searchWords(`${name} ${email ?? ''} ${shownAddress(email ?? '')}`))];
  if (words.length > 0)
    await db
      .insertInto('contact_word')
      .values(words.map(word => ({ contact_id: id, word })))
      .execute();
}

/** The last of all characters: every text that begins with a word sorts before the word followed by it. */
const last = '\u{10ffff}';

/** True for a column whose text begins so. */
export function beginsWith(column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${text + last}`;
}

function hasWord(contact: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from contact_word as b where b.contact_id = ${contact} and ${beginsWith('b.word', word)})`;
}

/** The words that a contact's name or address must all contain, as beginnings of words; the longest first. */
export function wordsOfContact(text: string): string[] {
  return wantedWords(text).sort((a, b) => b.length - a.length);
}

/** A subquery: the ids of the contacts that have all these words. */
export function contactsWith([first, ...others]: readonly string[]): RawBuilder<unknown> {
  const rest = others.map(word => sql` and ${hasWord(sql.ref('a.contact_id'), word)}`);
  return sql`(select a.contact_id from contact_word as a where ${beginsWith('a.word', first!)}${sql.join(rest, sql``)})`;
}

/** True for a contact that has all these words. */
export function contactHas(contact: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> {
  return sql.join<SqlBool>(
    words.map(word => hasWord(contact, word)),
    sql` and `,
  );
}
