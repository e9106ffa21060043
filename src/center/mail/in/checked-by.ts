import type { Db } from '../../database/tables.ts';
import { field, readHeaders } from '../../intake/mime/headers.ts';
import { unpacked } from '../../intake/sources/bytes.ts';
import { newestLiveMails } from '../../model/live-mail.ts';
import { readAuthenticationResults } from './judge/authentication-results.ts';

/** How many of the newest mails are looked at. */
export const NEWEST = 10;

const HEAD_BYTES = 65_536;

/** The name in the first Authentication-Results of a mail: each server puts its own above those before it. */
export function checkedBy(raw: Buffer): string | undefined {
  const { fields } = readHeaders(raw, 0, Math.min(raw.length, HEAD_BYTES));
  const found = readAuthenticationResults(field(fields, 'authentication-results'));
  // A field that cannot be read may begin with something else than a name.
  return found?.results && found.authservId;
}

async function* once(packed: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(packed);
}

/** The beginning of a mail; the rest is not unpacked. */
async function beginning(packed: Uint8Array): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(once(packed))) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks);
}

/** The same of the newest live mails that are stored: where mail comes by LMTP alone, there is no mailbox to look into. */
export async function storedCheckedBy(db: Db): Promise<(string | undefined)[]> {
  const mails = await newestLiveMails(db, NEWEST);
  return Promise.all(mails.map(async packed => checkedBy(await beginning(packed))));
}
