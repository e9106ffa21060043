import { deleteRows, rowWith, updateRows } from '../database/rows.ts';
import type { Db } from '../database/tables.ts';
import type { Work } from './work.ts';

/** A mail that was set aside. `facts`: how it arrived, as in `Incoming`; null for an import. */
export interface AsideMail {
  readonly id: number;
  readonly identity: string;
  readonly source: string;
  readonly reason: string;
  readonly facts: string | null;
  readonly createdAt: number;
}

/** How many mails are set aside. */
export async function countSetAside(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail_set_aside')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The first mail after `id` that is set aside. */
export async function nextSetAside(db: Db, id: number): Promise<AsideMail | undefined> {
  const row = await db
    .selectFrom('mail_set_aside')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      identity: row.source_hash,
      source: row.origin,
      reason: row.reason,
      facts: row.facts,
      createdAt: row.created_at,
    }
  );
}

/** The bytes of a mail, compressed; undefined if its message was deleted. */
export async function sourceOf(db: Db, hash: string): Promise<Uint8Array | undefined> {
  return (await rowWith(db, 'mail_source', { source_hash: hash }))?.raw;
}

/** Says again where a mail that stays aside came from. */
export async function keepOrigin(work: Work, { id, source }: AsideMail): Promise<void> {
  await updateRows(work.db, 'mail_set_aside', { id }, { origin: source });
}

/** Ends the record of a mail that was set aside and is stored now; its bytes stay with the stored mail. */
export async function endSetAside(work: Work, { id, identity }: AsideMail): Promise<void> {
  await deleteRows(work.db, 'mail_set_aside', { id });
  await work.db
    .deleteFrom('mail_source')
    .where('source_hash', '=', identity)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mail').select('id').whereRef('mail.source_hash', '=', 'mail_source.source_hash'))),
    )
    .execute();
}
