import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Db } from '../../database/tables.ts';
import { newestLiveMails } from '../../model/live-mail.ts';

/** How many of the newest mails are looked at. */
export const NEWEST = 10;

const HEAD_BYTES = 65_536;

/** The name in the first Authentication-Results of a mail: each server puts its own above those before it. */
export function checkedBy(raw: Buffer): string | undefined {
  const text = raw.toString('latin1', 0, HEAD_BYTES).replace(/\r\n?/g, '\n');
  const end = text.indexOf('\n\n');
  const head = (end === -1 ? text : text.slice(0, end)).replace(/\n(?=[ \t])/g, '');
  return /^authentication-results:\s*([^\s;]+)\s*(?:;|\s\d\s*;)/im.exec(head)?.[1]?.toLowerCase();
}

/** The beginning of a mail, of which the rest is not unpacked. */
async function beginning(packed: Uint8Array): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of Readable.from([packed]).pipe(createGunzip()) as AsyncIterable<Buffer>) {
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
