import type { Db } from '../../database/tables.ts';

/**
 * The bytes of the mail that a message came by, in base64, at most `limit` of them; null if it came by none, or they are
 * not kept.
 */
export async function sourceOfMessage(db: Db, messageId: number, limit?: number): Promise<string | null> {
  const row = await db
    .selectFrom('mail')
    .innerJoin('mail_source', 'mail_source.source_hash', 'mail.source_hash')
    .select('mail_source.raw')
    .where('mail.message_id', '=', messageId)
    .executeTakeFirst();
  if (!row) return null;
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(row.raw).subarray(0, limit).toString('base64');
}
