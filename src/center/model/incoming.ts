import { prepare } from '../database/prepare.ts';
import type { Db } from '../database/tables.ts';
import { recordSetAside } from './mail.ts';
import type { Work } from './work.ts';

/** A mail as it arrived; it is not understood yet. */
export interface ArrivedMail {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  /** The bytes, compressed (gzip). */
  readonly raw: Uint8Array;
  /** JSON: how it arrived. */
  readonly facts: string;
}

/** A mail that is accepted. `size`: its bytes before they were compressed. */
export interface IncomingMail extends ArrivedMail {
  readonly size: number;
}

/** A mail that waits to be understood. `receivedAt` in milliseconds. */
export interface WaitingMail extends ArrivedMail {
  readonly receivedAt: number;
}

/** The most of one batch: its mails are in memory together, and every other writer waits for their transaction. */
export const BATCH_MAILS = 20;
const BATCH_BYTES = 4 * 1_024 * 1_024;

const insertIncoming = prepare(5, (db, hash: string, size: number, raw: Uint8Array, facts: string, at: number) =>
  db
    .insertInto('mail_incoming')
    .values({ hash, size, raw, facts, received_at: at })
    .onConflict(conflict => conflict.column('hash').doNothing()),
);

/** Stores mails that were accepted. A mail that is there already, byte for byte, stays as it is. */
export async function keepIncoming(work: Work, mails: readonly IncomingMail[]): Promise<void> {
  for (const { hash, size, raw, facts } of mails) await insertIncoming(work.db, hash, size, raw, facts, work.now);
}

/**
 * The mails that have waited longest, as many as one transaction may store, and none with these hashes; a large one alone.
 */
export async function nextIncoming(db: Db, except: readonly string[] = []): Promise<readonly WaitingMail[]> {
  const waiting = db.selectFrom('mail_incoming').select(['id', 'size']).orderBy('id').limit(BATCH_MAILS);
  const sizes = await (except.length > 0 ? waiting.where('hash', 'not in', except) : waiting).execute();
  const ids: number[] = [];
  let bytes = 0;
  for (const each of sizes) {
    bytes += each.size;
    if (ids.length > 0 && bytes > BATCH_BYTES) break;
    ids.push(each.id);
  }
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('mail_incoming').selectAll().where('id', 'in', ids).orderBy('id').execute();
  return rows.map(({ hash, raw, facts, received_at: receivedAt }) => ({ hash, raw, facts, receivedAt }));
}

/** Whether a mail waits to be understood. */
export async function hasIncoming(db: Db): Promise<boolean> {
  return (await db.selectFrom('mail_incoming').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Deletes accepted mails by their hashes: they are stored as messages, set aside, known or dropped. */
export async function forgetIncoming(work: Work, hashes: readonly string[]): Promise<void> {
  await work.db.deleteFrom('mail_incoming').where('hash', 'in', hashes).execute();
}

/** Sets an accepted mail aside with the reason. */
export async function setIncomingAside(
  work: Work,
  { hash, raw, facts }: ArrivedMail,
  { origin, reason }: { readonly origin: string; readonly reason: string },
): Promise<void> {
  await recordSetAside(work, { identity: hash, source: origin, reason, raw, facts });
  await forgetIncoming(work, [hash]);
}
