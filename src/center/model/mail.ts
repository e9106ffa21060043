import { sql } from 'kysely';
import type { HistoryEvent } from '../../contract/history.ts';
import { prepare, prepareInsert, prepareInserts, prepareList } from '../database/prepare.ts';
import { insertRow, rowWith, updateRows } from '../database/rows.ts';
import { chunks } from '../database/statement.ts';
import type { Db, NewRow, Row } from '../database/tables.ts';
import { erasedMails, type KnownMail } from './erasure/keys.ts';
import { contactByEmail, insertContact } from './people/contact.ts';
import { reindex } from './search/reindex.ts';
import { secondOf } from './time.ts';
import type { Work } from './work.ts';

/** The title of a conversation whose mail has no subject. */
export const NO_SUBJECT = '(no subject)';

/**
 * The address that a sub-address belongs to: `support@ours` for `support+anything@ours`. Null for any other address.
 * Addresses are in their form for comparing.
 */
export function baseOf(address: string): string | null {
  const plus = address.indexOf('+');
  const at = address.lastIndexOf('@');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : null;
}

/** The routing of mail: the inboxes by their addresses, and the addresses of the help center and its agents. */
export interface Addresses {
  readonly defaultInbox: number;
  readonly spamInbox: number;
  /** The inbox of an address in lower case, and which of its addresses is meant: a sub-address means its base. */
  readonly inboxOf: (address: string) => { readonly id: number; readonly address: string } | undefined;
  /** Agent ids by address in lower case. */
  readonly agentOf: ReadonlyMap<string, number>;
  /** The agent with this address (in lower case). A disabled agent does not write in our name any more. */
  readonly activeAgentOf: (address: string) => number | undefined;
  /** Whether an address in lower case is an inbox's or an agent's. */
  readonly isOurs: (address: string) => boolean;
}

/** Reads the present routing of mail. */
export async function readAddresses(db: Db): Promise<Addresses> {
  const builtIn = await db.selectFrom('inbox').select(['id', 'kind']).where('kind', '!=', 'normal').execute();
  const emails = await db.selectFrom('inbox_email').select(['email_key', 'inbox_id']).execute();
  const agents = await db.selectFrom('agent').select(['id', 'email_key', 'disabled']).execute();
  const idOf = (kind: string) => builtIn.find(row => row.kind === kind)!.id;
  const inboxes = new Map(emails.map(row => [row.email_key, { id: row.inbox_id, address: row.email_key }]));
  const agentOf = new Map(agents.map(row => [row.email_key, row.id]));
  const active = new Set(agents.filter(row => row.disabled === 0).map(row => row.id));
  const inboxOf = (address: string) => inboxes.get(address) ?? inboxes.get(baseOf(address) ?? '');
  return {
    defaultInbox: idOf('default'),
    spamInbox: idOf('spam'),
    inboxOf,
    agentOf,
    activeAgentOf: address => {
      const id = agentOf.get(address);
      return id !== undefined && active.has(id) ? id : undefined;
    },
    isOurs: address => agentOf.has(address) || inboxOf(address) !== undefined,
  };
}

/** The id of the inbox with this slug, or undefined. */
export async function inboxBySlug(db: Db, slug: string): Promise<number | undefined> {
  return (await rowWith(db, 'inbox', { slug }))?.id;
}

const storedAmong = prepareList(0, (db, identities: readonly string[]) =>
  db.selectFrom('mail').select('source_hash').where('source_hash', 'in', identities),
);

/** The identities of the mails among these that were imported before, or erased. */
export async function knownMails(db: Db, mails: readonly KnownMail[]): Promise<Set<string>> {
  if (mails.length === 0) return new Set();
  const identities = mails.map(({ identity }) => identity);
  const rows = await storedAmong(db, identities);
  return new Set([...rows.map(row => row.source_hash), ...(await erasedMails(db, mails))]);
}

/** The message that came by an import; undefined if it did not, or is gone. */
export async function messageFrom(db: Db, identity: string): Promise<number | undefined> {
  return (await rowWith(db, 'mail', { source_hash: identity }))?.message_id ?? undefined;
}

/** A conversation found by a thread key; after a merge always the survivor. */
export interface ThreadKeyMatch {
  readonly key: string;
  readonly conversationId: number;
}

const threadsOf = prepareList(0, (db, keys: readonly string[]) =>
  db
    .selectFrom('mail_reference as reference')
    .innerJoin('mail', 'mail.id', 'reference.mail_id')
    .innerJoin('conversation', 'conversation.id', 'mail.conversation_id')
    .select(['reference.message_key as key', sql<number>`coalesce(merged_into, conversation.id)`.as('conversationId')])
    .distinct()
    .where('reference.message_key', 'in', keys),
);

/** The conversations of these thread keys. */
export async function findThreads(work: Work, keys: readonly string[]): Promise<ThreadKeyMatch[]> {
  const found: ThreadKeyMatch[] = [];
  for (const some of chunks(keys)) found.push(...(await threadsOf(work.db, some)));
  return found;
}

/** A mail as it is recorded; `raw`: its bytes, compressed (gzip), if they are known. */
interface SourceMail {
  readonly mail: { readonly identity: string; readonly messageId: string | null };
  readonly raw?: Uint8Array;
}

/** The place of a mail. `keys` are the thread keys that do not yet lead to its conversation. */
interface MailPlace {
  readonly conversationId: number;
  /** Null for a mail that is not a message of its own. */
  readonly messageId: number | null;
  readonly keys?: readonly string[];
  readonly isArchived?: boolean;
}

const place = ['source_hash', 'message_key', 'conversation_id', 'message_id', 'from_archive', 'imported_at'] as const;
const insertMail = prepareInsert('mail', place, 'id');
const insertReferences = prepareInserts('mail_reference', ['mail_id', 'message_key']);

/** Records that a mail was imported, its thread keys, and its bytes. */
export async function recordMail(
  work: Work,
  { mail, raw }: SourceMail,
  { conversationId, messageId, keys = [], isArchived = false }: MailPlace,
): Promise<void> {
  const [made] = await insertMail(work.db, {
    source_hash: mail.identity,
    message_key: mail.messageId,
    conversation_id: conversationId,
    message_id: messageId,
    from_archive: isArchived ? 1 : 0,
    imported_at: work.now,
  });
  const references = keys.map(key => ({ mail_id: made!.id, message_key: key }));
  await insertReferences(work.db, references);
  if (raw) await keepSource(work.db, mail.identity, raw);
}

const keepSource = prepare(2, (db, source_hash: string, raw: Uint8Array) =>
  db
    .insertInto('mail_source')
    .values({ source_hash, raw })
    .onConflict(conflict => conflict.column('source_hash').doNothing()),
);

/** A mail that could not be understood. `facts`: how it arrived, as in `IncomingMail`; absent for an import. */
interface SetAsideMail {
  readonly identity: string;
  readonly source: string;
  readonly reason: string;
  readonly raw: Uint8Array;
  readonly facts?: string;
}

/** Stores a mail that could not be understood, with the reason; only once, however often it is tried. */
export async function recordSetAside(work: Work, { identity, source, raw, ...mail }: SetAsideMail): Promise<void> {
  const { reason, facts = null } = mail;
  await work.db
    .insertInto('mail_set_aside')
    .values({ source_hash: identity, origin: source, reason, facts, created_at: work.now })
    .onConflict(conflict => conflict.column('source_hash').doUpdateSet({ origin: source, reason }))
    .execute();
  await keepSource(work.db, identity, raw);
}

/** The contact with this address; without an address, the one with this name and no address. Created if missing. */
export async function contactFor(
  work: Work,
  person: { readonly name: string; readonly email: string | null },
): Promise<number> {
  const { name, email } = person;
  // No constraint keeps two of the same name apart.
  if (email === null) await work.concurrent?.lock('contacts without an address');
  const nameless = work.db.selectFrom('contact').select('id').where('name', '=', name).where('email_key', 'is', null);
  const found = await (email === null ? nameless.orderBy('id').executeTakeFirst() : contactByEmail(work.db, email));
  if (found) return found.id;
  return (await insertContact(work.db, person, work.now)).id;
}

/** The history events of an import; among entries from before `by_mail` only these can be its own. */
export const mailEvents: readonly HistoryEvent[] = ['conversation.created', 'message.added', 'contact.added'];

/** The condition of the index `history_by_hand`: a long thread has an entry for each of its mails. */
export const byHand = sql<boolean>`by_mail is distinct from 1`;

/** Whether an agent or an API key has changed a conversation in any way. */
export async function isTouched(work: Work, conversationId: number): Promise<boolean> {
  const row = await work.db
    .selectFrom('history')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where(byHand)
    .where(({ or, and, eb }) =>
      or([
        eb('by_mail', '=', 0),
        and([eb('by_mail', 'is', null), or([eb('agent_id', 'is not', null), eb('event', 'not in', mailEvents)])]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes a mail that is older than the conversation its beginning: its title, requester (if known) and time of creation.
 */
export async function beginEarlier(
  work: Work,
  { id: conversationId, title: before }: Pick<Row<'conversation'>, 'id' | 'title'>,
  begin: { readonly title: string; readonly requesterId: number | null; readonly at: number },
): Promise<void> {
  const { title, requesterId, at } = begin;
  const set = { title, created_at: secondOf(at), ...(requesterId !== null && { requester_id: requesterId }) };
  await updateRows(work.db, 'conversation', { id: conversationId }, set);
  if (requesterId !== null)
    await work.db
      .updateTable('conversation_contact')
      .set({
        position: sql<number>`(select min(position) - 1 from conversation_contact where conversation_id = ${conversationId})`,
      })
      .where('conversation_id', '=', conversationId)
      .where('contact_id', '=', requesterId)
      .execute();
  if (title !== before) await reindex(work, [conversationId]);
}

interface NewFile extends Pick<NewRow<'attachment'>, 'name' | 'content_type' | 'size' | 'hash'> {
  readonly keptAt: number;
  readonly isInline: boolean;
}

/** Stores the descriptions of files; their contents are in the attachments folder under `hash`. Returns their ids. */
export async function recordFiles({ db }: Work, files: readonly NewFile[]) {
  const attachmentIds: number[] = [];
  const inlineIds = new Set<number>();
  for (const { keptAt, isInline, ...file } of files) {
    const { id } = await insertRow(db, 'attachment', { ...file, agent_id: null, created_at: keptAt });
    attachmentIds.push(id);
    if (isInline) inlineIds.add(id);
  }
  return { attachmentIds, inlineIds };
}

/** The bytes (gzip) of the newest live mails that are stored, and when they were, in milliseconds; the newest first. */
export async function newestLiveMails(db: Db, limit: number): Promise<{ raw: Uint8Array; storedAt: number }[]> {
  return db
    .selectFrom('mail')
    .innerJoin('mail_source', 'mail_source.source_hash', 'mail.source_hash')
    .select(['mail_source.raw', 'mail.imported_at as storedAt'])
    .where('mail.from_archive', '=', 0)
    .orderBy('mail.id', 'desc')
    .limit(limit)
    .execute();
}
