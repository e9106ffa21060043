import type { Db } from '../database/tables.ts';

/** The bytes (gzip) of the newest live mails that are stored, the newest first. */
export async function newestLiveMails(db: Db, limit: number): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('mail')
    .innerJoin('mail_source', 'mail_source.source_hash', 'mail.source_hash')
    .select('mail_source.raw')
    .where('mail.from_archive', '=', 0)
    .orderBy('mail.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ raw }) => raw);
}
