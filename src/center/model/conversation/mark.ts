import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { chunks } from '../../database/chunks.ts';
import type { Work } from '../work.ts';

/** The id of the built-in status `closed`. */
export const CLOSED_STATUS_ID = 2;

/**
 * What a conversation can be found by in a list beside its own columns: a row in `conversation_mark` for each that holds.
 * `asked`: its last word is a customer's.
 */
export const markKinds = { note: 1, attachment: 2, review: 3, asked: 4 } as const;

/**
 * Each contact has a kind of mark to itself as well, above those: for conversations that it is on without being the
 * requester.
 */
const FIRST_CONTACT_KIND = 8;

/** The kind of the marks of a contact. */
export function contactKind(contactId: number): number {
  return FIRST_CONTACT_KIND + contactId;
}

/** The same in SQL. */
export function contactKindIn(contactId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(${contactId} + ${sql.lit(FIRST_CONTACT_KIND)})`;
}

/** True for the kind of a contact's marks. */
export function isContactKind(kind: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${kind} > ${sql.lit(FIRST_CONTACT_KIND)}`;
}

/** True for marks under `alias` of any kind but `asked`: their indexes hold no others. */
export function isOtherKind(alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${alias}.kind`)} <> ${sql.lit(markKinds.asked)}`;
}

/**
 * True for marks under `alias` of conversations that wait: something was asked, not by machines alone, and it is neither
 * closed nor archived nor merged away. In the words of the indexes that hold them alone.
 */
export function isWaiting(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`${column('kind')} = ${sql.lit(markKinds.asked)} and +${column('since')} > 0
    and ${column('shelf')} = 0 and ${column('status_id')} <> ${sql.lit(CLOSED_STATUS_ID)}`;
}

/** What a conversation holds, as a list's `has` names it. */
export type Held = 'note' | 'attachment' | 'review';

const isHeld = {
  note: sql`exists (select 1 from note where note.conversation_id = c.id)`,
  attachment: sql`(exists (select 1 from message join message_attachment on message_attachment.message_id = message.id
      where message.conversation_id = c.id and message_attachment.inline = 0)
    or exists (select 1 from note join note_attachment on note_attachment.note_id = note.id where note.conversation_id = c.id))`,
  review: sql`exists (select 1 from review where review.conversation_id = c.id)`,
} as const;

/** Notes that conversations hold this, as far as they do. */
export async function markHeld(work: Work, ids: readonly number[], held: Held): Promise<void> {
  for (const piece of chunks(ids))
    await sql`insert into conversation_mark (conversation_id, kind, shelf, status_id, home_id, assign_key, last_message_at)
      select c.id, ${sql.lit(markKinds[held])}, c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at
      from conversation as c where c.id in (${sql.join(piece)}) and ${isHeld[held]}
      on conflict (conversation_id, kind) do nothing`.execute(work.db);
}

const heldKinds = ['note', 'attachment', 'review'] as const;

/** Looks anew at what conversations hold: needed after anything was taken away or moved. */
export async function refreshHeld(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids))
    await work.db
      .deleteFrom('conversation_mark')
      .where('conversation_id', 'in', piece)
      .where(
        'kind',
        'in',
        heldKinds.map(held => markKinds[held]),
      )
      .execute();
  for (const held of heldKinds) await markHeld(work, ids, held);
}
