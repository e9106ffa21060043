import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { prepare } from '../../database/prepare.ts';
import { chunks } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { type Caller, requireSeen, seesConversation } from '../access.ts';
import { afterCursor, type Page } from '../listing/paging.ts';
import { idsOf } from '../rows.ts';
import { beginsWith, contactsWith, indexContact, wordsOfContact } from '../search/contact-word.ts';
import { reindex } from '../search/reindex.ts';
import { nameKey } from '../text-key.ts';
import type { Work } from '../work.ts';

/** A contact's name and address with the key that is unique. */
function contactKeys(name: string, email: string | null) {
  return {
    name,
    email,
    email_key: email === null ? null : nameKey(email),
  };
}

/** Makes a contact with its search words. The address must be free. */
export async function insertContact(
  db: Db,
  { name, email }: { readonly name: string; readonly email: string | null },
  now: number,
): Promise<Row<'contact'>> {
  const row = await db
    .insertInto('contact')
    .values({ ...contactKeys(name, email), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexContact(db, row);
  return row;
}

const withKey = prepare(1, (db, key: string) => db.selectFrom('contact').selectAll().where('email_key', '=', key));

/** The contact with this address, ignoring case. */
export async function contactByEmail(db: Db, email: string): Promise<Row<'contact'> | undefined> {
  return (await withKey(db, nameKey(email)))[0];
}

/** True for rows of `contact` that the caller may see: on a conversation that it sees, or on none at all. */
export function seesContact(caller: Caller): RawBuilder<SqlBool> {
  return caller.seesAll
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`(not exists (select 1 from conversation_contact as link where link.contact_id = contact.id)
      or exists (select 1 from conversation_contact as link
        join conversation on conversation.id = link.conversation_id where link.contact_id = contact.id
        and ${seesConversation(caller)}))`;
}

/** The contact; 404 if it does not exist or the caller may not see it. */
export function requireContact(db: Db, caller: Caller, id: number): Promise<Row<'contact'>> {
  return requireSeen(db, 'contact', id, seesContact(caller));
}

/** The rows that all words of a search mean: they begin words of the name or the address, or the address itself. */
function meantBy(q: string): RawBuilder<SqlBool>[] {
  const typed = q.split(/\s+/).filter(Boolean);
  const isAddress = (word: string): boolean => /^[^@]+@/.test(word);
  const words = wordsOfContact(typed.filter(word => !isAddress(word)).join(' '));
  const addresses = typed.filter(isAddress).map(nameKey);
  // A search of nothing but signs finds nothing.
  if (typed.length > 0 && words.length + addresses.length === 0) return [sql`1 = 0`];
  return [
    ...addresses.map(key => sql<SqlBool>`${beginsWith('contact.email_key', key)}`),
    ...(words.length > 0 ? [sql<SqlBool>`contact.id in ${contactsWith(words)}`] : []),
  ];
}

/** One page of the contacts that the caller sees; with `q` those that it means. */
export function listContacts(db: Db, caller: Caller, page: Page, q = ''): Promise<Row<'contact'>[]> {
  const column = page.field === 'name' ? 'contact.name' : 'contact.id';
  return db
    .selectFrom('contact')
    .selectAll()
    .where(eb => eb.and([seesContact(caller), ...meantBy(q)]))
    .where(afterCursor(page, column, 'contact.id'))
    .orderBy(column, page.direction)
    .orderBy('contact.id', page.direction)
    .limit(page.take!)
    .execute();
}

/** The new words of a contact find its conversations, and their readers are told. */
async function tellConversations(work: Work, contactId: number): Promise<void> {
  const rows = await work.db
    .selectFrom('conversation_contact as link')
    .innerJoin('conversation', 'conversation.id', 'link.conversation_id')
    .select(['conversation.id', 'conversation.home_id'])
    .where('link.contact_id', '=', contactId)
    .execute();
  for (const some of chunks(rows)) await reindex(work, idsOf(some));
  for (const { id, home_id } of rows) work.conversationChanged(id, home_id);
}

/** Changes a contact's name or address; the address must be free. Setting a present value is no change. */
export async function changeContact(
  work: Work,
  before: Row<'contact'>,
  change: { readonly name?: string; readonly email?: string },
): Promise<Row<'contact'>> {
  const name = change.name ?? before.name;
  const email = change.email ?? before.email;
  if (name === before.name && email === before.email) return before;
  const row = await work.db
    .updateTable('contact')
    .set({ ...contactKeys(name, email), updated_at: work.now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexContact(work.db, row);
  await tellConversations(work, row.id);
  return row;
}

/** Whether an address is a contact's own, ignoring case. */
export function isSameAddress(one: string, other: string | null): boolean {
  return other !== null && nameKey(one) === nameKey(other);
}
