import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ModelContext } from '../context.ts';
import { writeTransaction } from '../transaction.ts';
import { namingOf } from './scrub.ts';

/** This many compressed bytes of a mail are read, and as many of the unpacked ones: heads are shorter. */
const PACKED_BYTES = 16_384;
const HEAD_BYTES = 65_536;

/** No byte that gzip writes stands for more. */
const MAX_GROWTH = 1_040;

/** How many mails are looked at before others have their turn. */
const MAILS_AT_ONCE = 100;

const END_OF_HEAD = /\r?\n\r?\n/;

/** Makes a function that reads the head of a mail; the end of the mail's compressed bytes may be cut off. */
async function headReader(): Promise<(raw: Uint8Array) => string> {
  const { constants, gunzipSync } = await import('node:zlib');
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: PACKED_BYTES * MAX_GROWTH };
  return raw => {
    try {
      return gunzipSync(raw, options).subarray(0, HEAD_BYTES).toString().split(END_OF_HEAD, 1)[0]!;
    } catch {
      // Damaged bytes: no address can be read in them.
      return '';
    }
  };
}

async function removeSources(context: ModelContext, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await writeTransaction(context, async ({ db, textGone }) => {
    await db.deleteFrom('mail_set_aside').where('source_hash', 'in', hashes).execute();
    await db.deleteFrom('mail_source').where('source_hash', 'in', hashes).execute();
    textGone([]);
  });
}

/**
 * Deletes the bytes of all mails whose heads name one of the addresses, in any field. One that was set aside because it
 * could not be read is gone with them.
 */
export async function eraseHeads(context: ModelContext, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const { reader } = context.store;
  const [headOf, people] = [await headReader(), emails.map(namingOf)];
  const isNamed = (text: string): boolean => people.some(names => names(text));
  // The words of an arrival, such as its envelope, are in no head.
  const aside = await reader
    .selectFrom('mail_set_aside')
    .select(['source_hash', 'origin', 'reason', 'facts'])
    .execute();
  const arrived = aside.filter(({ origin, reason, facts }) => isNamed(`${origin} ${reason} ${facts}`));
  await removeSources(
    context,
    arrived.map(row => row.source_hash),
  );
  for (let last = ''; ; ) {
    const { rows } = await sql<{ hash: string; raw: Uint8Array }>`
      select source_hash as hash, substr(raw, 1, ${PACKED_BYTES}) as raw from mail_source
      where source_hash > ${last} order by source_hash limit ${MAILS_AT_ONCE}`.execute(reader);
    const named = rows.filter(({ raw }) => isNamed(headOf(raw)));
    await removeSources(
      context,
      named.map(({ hash }) => hash),
    );
    if (rows.length < MAILS_AT_ONCE) return;
    last = rows.at(-1)!.hash;
    await nextTurn();
  }
}
