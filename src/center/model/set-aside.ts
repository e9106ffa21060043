import { deleteRows, rowWith, updateRows } from '../database/rows.ts';
import type { Db, Row } from '../database/tables.ts';
import type { Work } from './work.ts';

/** A mail that was set aside. */
export type AsideMail = Row<'mail_set_aside'>;

/** How many mails are set aside. */
export async function countSetAside(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail_set_aside')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The first mail after `id` that is set aside. */
export function nextSetAside(db: Db, id: number): Promise<AsideMail | undefined> {
  const later = db.selectFrom('mail_set_aside').selectAll().where('id', '>', id);
  return later.orderBy('id').limit(1).executeTakeFirst();
}

/** The bytes of a mail, compressed; undefined if its message was deleted. */
export async function sourceOf(db: Db, hash: string): Promise<Uint8Array | undefined> {
  return (await rowWith(db, 'mail_source', { source_hash: hash }))?.raw;
}

/** Updates the origin of a mail that stays set aside. */
export async function keepAsideOrigin(work: Work, { id, origin }: AsideMail): Promise<void> {
  await updateRows(work.db, 'mail_set_aside', { id }, { origin });
}

/** Deletes the record of a mail that was set aside and is stored now, and its bytes unless a stored mail has them. */
export async function endSetAside(work: Work, { id, source_hash }: AsideMail): Promise<void> {
  await deleteRows(work.db, 'mail_set_aside', { id });
  await work.db
    .deleteFrom('mail_source')
    .where('source_hash', '=', source_hash)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mail').select('id').whereRef('mail.source_hash', '=', 'mail_source.source_hash'))),
    )
    .execute();
}
