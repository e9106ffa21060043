import { Readable } from 'node:stream';
import type { Db } from '../../database/tables.ts';
import { readHeaders } from '../../intake/mime/headers.ts';
import { Chunks, unpacked } from '../../intake/sources/bytes.ts';
import { newestLiveMails } from '../../model/mail.ts';
import { readAuthenticationResults } from './judge/authentication-results.ts';

/** How many of the newest mails are looked at. */
export const NEWEST = 10;

const HEAD_BYTES = 65_536;

/**
 * The names in the Authentication-Results of a mail, from the top: each server puts its own above those before it.
 * Undefined for a field that cannot be read: it may begin with something else than a name.
 */
export type Checkers = readonly (string | undefined)[];

export function checkersOf(raw: Buffer): Checkers {
  const { fields } = readHeaders(raw, 0, Math.min(raw.length, HEAD_BYTES));
  const found = fields.filter(({ name }) => name === 'authentication-results');
  return found.map(({ value }) => readAuthenticationResults(value)).map(field => field?.results && field.authservId);
}

/** The From field of a mail, as it is written; empty without one. */
export function senderOf(raw: Buffer): string {
  const { fields } = readHeaders(raw, 0, Math.min(raw.length, HEAD_BYTES));
  return fields.find(({ name }) => name === 'from')?.value ?? '';
}

/** How many fields each mail has in the name of this server, the smallest first, without mails that have none. */
export function fieldCounts(mails: readonly Checkers[], server: string): number[] {
  const name = server.toLowerCase();
  const counts = mails.map(each => each.filter(one => one === name).length);
  return counts.filter(count => count > 0).sort((a, b) => a - b);
}

/** How often each value occurs, the most frequent first. */
function tally<Value>(values: readonly Value[]): { readonly value: Value; readonly times: number }[] {
  const found = [...Map.groupBy(values, value => value)].map(([value, { length }]) => ({ value, times: length }));
  return found.sort((a, b) => b.times - a.times);
}

/**
 * The server that put the topmost field into most of these mails, into how many, and how many fields in its name they
 * have, the most frequent number first; undefined if there is none.
 */
export function usualChecker(mails: readonly Checkers[]) {
  const [most] = tally(mails.flatMap(([first]) => first ?? []));
  return most && { name: most.value, times: most.times, counts: tally(fieldCounts(mails, most.value)) };
}

/** The beginning of a mail; the rest is not unpacked. */
async function beginning(packed: Uint8Array): Promise<Buffer> {
  const chunks = new Chunks(unpacked(Readable.from([packed])));
  try {
    return await chunks.head(HEAD_BYTES);
  } finally {
    await chunks.close();
  }
}

/** The same of the newest live mails that are stored: where mail comes by LMTP alone, there is no mailbox to look into. */
export async function storedCheckers(db: Db): Promise<Checkers[]> {
  const mails = await newestLiveMails(db, NEWEST);
  return Promise.all(mails.map(async packed => checkersOf(await beginning(packed))));
}
