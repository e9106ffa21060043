import type { Work } from './work.ts';

/** A mail as it arrived; it is not understood yet. */
export interface Incoming {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  /** The bytes, compressed (gzip). */
  readonly raw: Uint8Array;
  /** JSON: how it arrived. */
  readonly facts: string;
}

/** Stores mails that were accepted. A mail that is there already, byte for byte, stays as it is. */
export async function keepIncoming(work: Work, mails: readonly Incoming[]): Promise<void> {
  for (const { hash, raw, facts } of mails)
    await work.db
      .insertInto('mail_incoming')
      .values({ hash, raw, facts, received_at: work.now })
      .onConflict(conflict => conflict.column('hash').doNothing())
      .execute();
}

/** Deletes accepted mails by their hashes: they are stored as messages, set aside, known or dropped. */
export async function forgetIncoming(work: Work, hashes: readonly string[]): Promise<void> {
  await work.db.deleteFrom('mail_incoming').where('hash', 'in', hashes).execute();
}
