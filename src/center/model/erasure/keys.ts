import { createHmac } from 'node:crypto';
import { addressKey } from '../../../text/address-form.ts';
import { prepareList } from '../../database/prepare.ts';
import { chunks } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import { readMailSecret } from '../setting.ts';

/** A mail by which a copy of it is recognised: its Message-ID, or the hash of its content if it has none. */
export interface KnownMail {
  readonly identity: string;
  readonly messageId: string | null;
}

/** Keyed hashes: they recognise an address or a mail that comes again, and give no name away without the secret. */
export interface ErasureKeys {
  address(email: string): string;
  mail(mail: KnownMail): string;
}

/** 128 bits: no two are the same by chance. */
const BYTES = 16;

/** The keyed hashes of this help center; a backup has the same secret. */
export async function erasureKeys(db: Db): Promise<ErasureKeys> {
  const secret = await readMailSecret(db);
  const hash = (text: string) =>
    createHmac('sha256', secret).update(`erased ${text}`).digest().subarray(0, BYTES).toString('base64url');
  return {
    address: email => hash(`address ${addressKey(email)}`),
    mail: ({ identity, messageId }) => hash(messageId === null ? `content ${identity}` : `mail ${messageId}`),
  };
}

/** Keeps the keyed hashes of mails, by which they are recognised. */
export async function keepErasedMails(db: Db, erasureId: number, hashes: readonly string[]): Promise<void> {
  for (const some of chunks(hashes))
    await db
      .insertInto('erased_mail')
      .values(some.map(hash => ({ hash, erasure_id: erasureId })))
      .onConflict(conflict => conflict.doNothing())
      .execute();
}

const erasedAmong = prepareList(0, (db, hashes: readonly string[]) =>
  db.selectFrom('erased_mail').select('hash').where('hash', 'in', hashes),
);

/** The identities of those of these mails that were erased: they are not taken in again. */
export async function erasedMails(db: Db, mails: readonly KnownMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const keys = await erasureKeys(db);
  const hashed = mails.map(mail => [keys.mail(mail), mail.identity] as const);
  const hashes = hashed.map(([hash]) => hash);
  const erased = new Set((await erasedAmong(db, hashes)).map(({ hash }) => hash));
  return hashed.flatMap(([hash, identity]) => (erased.has(hash) ? [identity] : []));
}
