import type { Finished } from '../../database/files.ts';
import type { Db } from '../../database/tables.ts';
import { Problem } from '../problem.ts';
import type { Work } from '../work.ts';
import { removeAttachments } from './remove-texts.ts';

/** A file as it was sent, kept on disk. */
export interface Upload extends Finished {
  readonly name: string;
  readonly contentType: string;
}

/** How long an attachment stays that nothing refers to, in milliseconds. */
export const LOOSE_MS = 24 * 3_600_000;

/** The most that a caller may have of such attachments, in bytes. */
const MAX_LOOSE_BYTES = 1_024 * 1_024 * 1_024;

/** What an upload counts at least, in bytes: an empty one takes room too. */
const LEAST_BYTES = 4_096;

/** Attachments that one transaction of the sweep takes away. */
const MAX_SWEPT = 200;

/** Throws `too_large` if a caller would have more than 1 GiB of attachments that nothing refers to. */
export async function checkQuota(db: Db, caller: string, bytes: number): Promise<void> {
  const row = await db
    .selectFrom('upload')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('held'))
    .where('caller', '=', caller)
    .executeTakeFirst();
  if (Number(row?.held ?? 0) + bytes > MAX_LOOSE_BYTES)
    throw new Problem(
      'too_large',
      'You have uploaded 1 GiB that no message or note refers to; nothing was kept. Use these uploads, or wait: they go after 24 hours.',
    );
}

/** Notes that nothing refers to a new attachment yet. */
export async function noteUpload(work: Work, attachmentId: number, caller: string, size: number): Promise<void> {
  await work.db
    .insertInto('upload')
    .values({ attachment_id: attachmentId, caller, size: Math.max(size, LEAST_BYTES), created_at: work.now })
    .execute();
}

/** Notes that a message or a note refers to these attachments from now on. */
export async function claimUploads(work: Work, attachmentIds: readonly number[]): Promise<void> {
  if (attachmentIds.length === 0) return;
  await work.db.deleteFrom('upload').where('attachment_id', 'in', attachmentIds).execute();
}

/** Returns the time of the oldest unused upload, or undefined. */
export async function oldestUpload(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('upload')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Deletes some of the uploads that nothing refers to after a day. Returns how many; to be called until there are none. */
export async function sweepUploads(work: Work): Promise<number> {
  const rows = await work.db
    .selectFrom('upload')
    .select('attachment_id')
    .where('created_at', '<=', work.now - LOOSE_MS)
    .limit(MAX_SWEPT)
    .execute();
  const ids = rows.map(row => row.attachment_id);
  await claimUploads(work, ids);
  if (ids.length > 0) await removeAttachments(work, ids);
  return ids.length;
}
