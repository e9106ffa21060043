import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addressKey, keptAddress } from '../../../text/address-form.ts';
import { prepare } from '../../database/prepare.ts';
import { insertRow, updateRows } from '../../database/rows.ts';
import { areFew, chunks } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { type Caller, requireSeen, seesConversation, visibleHomes } from '../access.ts';
import { matchCount } from '../listing/number.ts';
import { afterCursor, type Page } from '../listing/paging.ts';
import { rowIds } from '../rows.ts';
import { beginsWith, contactHas, contactsWith, indexContact, wordsOfContact } from '../search/contact-word.ts';
import { reindex } from '../search/reindex.ts';
import type { Work } from '../work.ts';

/** A contact's name and address with the key that is unique. */
function contactKeys(name: string, email: string | null) {
  return {
    name,
    email: email === null ? null : keptAddress(email),
    email_key: email === null ? null : addressKey(email),
  };
}

/** Makes a contact with its search words. The address must be free. */
export async function insertContact(
  db: Db,
  { name, email }: { readonly name: string; readonly email: string | null },
  now: number,
): Promise<Row<'contact'>> {
  const row = await insertRow(db, 'contact', { ...contactKeys(name, email), created_at: now, updated_at: now });
  await indexContact(db, row);
  return row;
}

const withKey = prepare(1, (db, key: string) => db.selectFrom('contact').selectAll().where('email_key', '=', key));

/** The contact with this address, ignoring case. */
export async function contactByEmail(db: Db, email: string): Promise<Row<'contact'> | undefined> {
  return (await withKey(db, addressKey(email)))[0];
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

/** The meaning of a search: beginnings of words of the name or the address, or of the address itself. */
interface Meant {
  readonly words: readonly string[];
  readonly addresses: readonly string[];
}

/** Undefined for a search of nothing but signs, which finds nothing. */
function meantBy(q: string): Meant | undefined {
  const typed = q.split(/\s+/).filter(Boolean);
  const isAddress = (word: string): boolean => /^[^@]+@/.test(word);
  const words = wordsOfContact(typed.filter(word => !isAddress(word)).join(' '));
  const addresses = typed.filter(isAddress).map(addressKey);
  return typed.length > 0 && words.length + addresses.length === 0 ? undefined : { words, addresses };
}

/** The contacts of at most this many conversations are read at once. */
const MAX_SEEN = 2_000;

/** The same as `seesContact` for a list, which passes many contacts if the caller sees few conversations. */
async function seesContacts(db: Db, caller: Caller): Promise<RawBuilder<SqlBool>> {
  const homes = await visibleHomes(db, caller);
  if (homes === undefined || homes.length === 0 || (await matchCount(db, { homes })) > MAX_SEEN)
    return seesContact(caller);
  const seen = (where: RawBuilder<SqlBool>) => sql`select link.contact_id from conversation
    cross join conversation_contact as link where link.conversation_id = conversation.id
    and ${where} and ${seesConversation(caller)}`;
  return sql<SqlBool>`(not exists (select 1 from conversation_contact as link where link.contact_id = contact.id)
    or contact.id in (${seen(sql`conversation.home_id in (${sql.join(homes)})`)}
      union ${seen(sql`conversation.inbox_id is null and conversation.assign_to = ${caller.agentId}`)}))`;
}

/** Words that at most this many contacts have are used to find them. */
const MAX_FOUND = 20_000;

/** The first of these words that few contacts have; undefined if many have each. */
async function rareIn(db: Db, words: readonly string[]): Promise<string | undefined> {
  for (const word of words) if (await areFew(db, sql`${contactsWith([word])} as found`, MAX_FOUND)) return word;
  return undefined;
}

/**
 * If more have each, this many contacts are looked at in the order of the list first: most of them have these words.
 */
const MAX_TRIED = 50_000;

function columnOf({ field }: Page) {
  return field === 'name' ? 'contact.name' : 'contact.id';
}

/** The contacts of a page and all after it, in the order of its list. */
function inOrder(db: Db, page: Page) {
  const column = columnOf(page);
  return db
    .selectFrom('contact')
    .selectAll()
    .where(afterCursor(page, column, 'contact.id'))
    .orderBy(column, page.direction)
    .orderBy('contact.id', page.direction);
}

/** One page of the contacts that the caller sees; with `q` those that it means. */
export async function listContacts(
  work: Pick<Work, 'db' | 'kind'>,
  caller: Caller,
  page: Page,
  q = '',
): Promise<Row<'contact'>[]> {
  const meant = meantBy(q);
  if (!meant) return [];
  const { db, kind } = work;
  const { words, addresses } = meant;
  const rows = inOrder(db, page);
  const isSeen = await seesContacts(db, caller);
  const rare = await rareIn(db, words);
  if (words.length > 0 && addresses.length === 0 && rare === undefined) {
    const tried = await firstOf(work, rows.limit(MAX_TRIED), page)
      .where(eb => eb.and([isSeen, contactHas(sql.ref('contact.id'), words)]))
      .execute();
    if (tried.length === page.take) return tried;
  }
  const rareFirst = rare === undefined ? words : [rare, ...words.filter(word => word !== rare)];
  const found = rows.where(eb =>
    eb.and([
      ...addresses.map(key => beginsWith('contact.email_key', key)),
      ...(words.length > 0 ? [sql<SqlBool>`contact.id in ${contactsWith(rareFirst)}`] : []),
    ]),
  );
  // PostgreSQL would ask of all whether the caller sees them, and then sort them.
  const isEager = kind === 'postgres' && !caller.seesAll;
  return (isEager ? firstOf(work, found.offset(0), page) : found.limit(page.take!)).where(isSeen).execute();
}

/** As many rows of a query in the order of a list as a page has. SQLite keeps that order, and would sort all again. */
function firstOf({ db, kind }: Pick<Work, 'db' | 'kind'>, query: ReturnType<typeof inOrder>, page: Page) {
  const first = db.selectFrom(query.as('contact')).selectAll().limit(page.take!);
  return kind === 'sqlite'
    ? first
    : first.orderBy(columnOf(page), page.direction).orderBy('contact.id', page.direction);
}

/** The new words of a contact find its conversations, and their readers hear of it. */
export async function tellConversations(work: Work, contactId: number): Promise<void> {
  const rows = await work.db
    .selectFrom('conversation_contact as link')
    .innerJoin('conversation', 'conversation.id', 'link.conversation_id')
    .select(['conversation.id', 'conversation.home_id'])
    .where('link.contact_id', '=', contactId)
    .execute();
  for (const some of chunks(rows)) await reindex(work, rowIds(some));
  for (const { id, home_id } of rows) work.conversationChanged(id, home_id);
}

/** Changes a contact's name or address; the address must be free. Setting a present value is not a change. */
export async function changeContact(
  work: Work,
  before: Row<'contact'>,
  change: { readonly name?: string; readonly email?: string },
): Promise<Row<'contact'>> {
  const name = change.name ?? before.name;
  const email = change.email === undefined ? before.email : keptAddress(change.email);
  if (name === before.name && email === before.email) return before;
  const set = { ...contactKeys(name, email), updated_at: work.now };
  const [row] = await updateRows(work.db, 'contact', { id: before.id }, set);
  await indexContact(work.db, row!);
  await tellConversations(work, before.id);
  return row!;
}

/** Whether an address is a contact's own, ignoring case. */
export function isSameAddress(one: string, other: string | null): boolean {
  return other !== null && addressKey(one) === addressKey(other);
}
