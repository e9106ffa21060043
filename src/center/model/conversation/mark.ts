import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { chunks } from '../../database/statement.ts';
import { ERASED_SHELF } from '../access.ts';
import type { Work } from '../work.ts';

/** The id of the built-in status `closed`. */
export const CLOSED_STATUS_ID = 2;

/**
 * The values of a conversation's `shelved`: in the lists, archived, put off. An erased one is in no list, and no
 * caller sees it: only its history, its spans and its ratings are left, for the numbers.
 */
export const shelves = { listed: 0, archived: 1, later: 4, erased: ERASED_SHELF } as const;

/**
 * The properties by which lists find a conversation besides its own columns: a row in `conversation_mark` for each that
 * holds. `asked`: its last word is a customer's. `automatic`: a machine wrote some of its mail. `side`: a third
 * party was asked.
 */
export const markKinds = { note: 1, attachment: 2, review: 3, asked: 4, automatic: 5, side: 6 } as const;

/**
 * Each contact also has its own kind of mark, numbered above those: for conversations on which it is not the requester.
 */
const FIRST_CONTACT_KIND = 8;

/** The kind of the marks of a contact. */
export function contactKind(contactId: number): number {
  return FIRST_CONTACT_KIND + contactId;
}

/** The same in SQL. */
function contactKindIn(contactId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(${contactId} + ${sql.lit(FIRST_CONTACT_KIND)})`;
}

/** True for the kind of a contact's marks. */
function isContactKind(kind: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${kind} > ${sql.lit(FIRST_CONTACT_KIND)}`;
}

/** True for marks under `alias` of any kind except `asked`: their indexes contain no others. */
export function isOtherKind(alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${alias}.kind`)} <> ${sql.lit(markKinds.asked)}`;
}

/**
 * True for the marks under `alias` of customers' last words, to begin their index with. PostgreSQL uses no condition in a
 * partial index that the index itself implies, even if its other columns come after that one: it would read the index
 * from its end. A value that it learns later implies nothing.
 */
export function isAsked(database: DatabaseKind, alias: string): RawBuilder<SqlBool> {
  const [kind, asked] = [sql.ref(`${alias}.kind`), sql.lit(markKinds.asked)];
  const found = sql<SqlBool>`${kind} = ${asked}`;
  return database === 'sqlite'
    ? found
    : sql<SqlBool>`${found} and ${kind} = any(array[(select cast(${asked} as bigint))])`;
}

/** True for marks under `alias` of conversations that are in the lists and not closed. In the exact words of a partial index. */
export function isOpen(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`${column('shelf')} = 0 and ${column('status_id')} <> ${sql.lit(CLOSED_STATUS_ID)}`;
}

/**
 * True for marks under `alias` of conversations that wait: a person asked something, and the conversation is neither
 * closed nor archived nor merged away. In the exact words of the partial indexes.
 */
export function isWaiting(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`${column('kind')} = ${sql.lit(markKinds.asked)} and +${column('since')} > 0 and ${isOpen(alias)}`;
}

/** The same for a conversation that somebody has asked something `since` then; 0 for nobody. */
export function waits(one: { readonly shelf: number; readonly status_id: number }, since: number): boolean {
  return since > 0 && one.shelf === 0 && one.status_id !== CLOSED_STATUS_ID;
}

/** The contents of a conversation that a list's `has` can name. */
export type Held = 'note' | 'attachment' | 'review' | 'side';

type Shown = Held | 'automatic';

const isHeld = {
  note: sql`exists (select 1 from note where note.conversation_id = c.id)`,
  attachment: sql`(exists (select 1 from message join message_attachment on message_attachment.message_id = message.id
      where message.conversation_id = c.id and message_attachment.inline = 0)
    or exists (select 1 from note join note_attachment on note_attachment.note_id = note.id where note.conversation_id = c.id))`,
  review: sql`exists (select 1 from review where review.conversation_id = c.id)`,
  automatic: sql`exists (select 1 from message
    where message.conversation_id = c.id and message.automatic = 1 and message.kind <> 'system')`,
  side: sql`exists (select 1 from message where message.conversation_id = c.id and message.side = 1)`,
} as const;

/** Records that conversations have these contents, if they do. */
export async function markHeld(work: Work, ids: readonly number[], held: Shown): Promise<void> {
  for (const piece of chunks(ids))
    await sql`insert into conversation_mark (conversation_id, kind, shelf, status_id, home_id, assign_key, last_message_at)
      select c.id, ${sql.lit(markKinds[held])}, c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at
      from conversation as c where c.id in (${sql.join(piece)}) and ${isHeld[held]}
      on conflict (conversation_id, kind) do nothing`.execute(work.db);
}

const heldKinds = ['note', 'attachment', 'review', 'automatic', 'side'] as const;

/** Determines the contents of conversations again: needed after something was deleted or moved. */
export async function refreshHeld(work: Work, ids: readonly number[]): Promise<void> {
  const kinds = heldKinds.map(held => markKinds[held]);
  for (const piece of chunks(ids))
    await work.db
      .deleteFrom('conversation_mark')
      .where('conversation_id', 'in', piece)
      .where('kind', 'in', kinds)
      .execute();
  for (const held of heldKinds) await markHeld(work, ids, held);
}

async function markContacts(work: Work, ids: readonly number[]): Promise<void> {
  await sql`insert into conversation_mark (conversation_id, kind, shelf, status_id, home_id, assign_key, last_message_at)
    select c.id, ${contactKindIn(sql.ref('link.contact_id'))},
      c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at
    from conversation as c join conversation_contact as link on link.conversation_id = c.id
    where c.id in (${sql.join(ids)}) and (c.requester_id is null or link.contact_id <> c.requester_id)`.execute(
    work.db,
  );
}

/** Determines the contacts besides the requester again. The conversations' own rows must be written before. */
export async function refreshContacts(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) {
    await sql`delete from conversation_mark
      where conversation_id in (${sql.join(piece)}) and ${isContactKind(sql.ref('kind'))}`.execute(work.db);
    await markContacts(work, piece);
  }
}
