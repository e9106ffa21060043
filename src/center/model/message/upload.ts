import type { Finished } from '../../database/files.ts';
import type { Db } from '../../database/tables.ts';
import { Problem } from '../problem.ts';
import type { Work } from '../work.ts';
import { removeAttachments } from './remove-texts.ts';

/** A file as it was sent, stored on disk. */
export interface Upload extends Finished {
  readonly name: string;
  readonly contentType: string;
}

/** How long an attachment without a reference stays, in milliseconds. */
export const LOOSE_MS = 24 * 3_600_000;

/** The most bytes of such attachments for one caller. */
const MAX_LOOSE_BYTES = 1_024 * 1_024 * 1_024;

/** The least size that an upload counts with, in bytes: an empty one takes room too. */
const LEAST_BYTES = 4_096;

/** Throws `too_large` if a caller would have more than 1 GiB of attachments without a reference. */
export async function checkQuota(db: Db, caller: string, bytes: number): Promise<void> {
  const row = await db
    .selectFrom('upload')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('held'))
    .where('caller', '=', caller)
    .executeTakeFirst();
  if (Number(row?.held ?? 0) + bytes > MAX_LOOSE_BYTES)
    throw new Problem(
      'too_large',
      'You have uploaded 1 GiB that no message or note refers to; nothing was kept. Use these uploads, or wait: they are deleted after 24 hours.',
    );
}

/** Records that nothing refers to an attachment, yet or any more. */
export async function noteUpload(work: Work, attachmentId: number, caller: string, size: number): Promise<void> {
  await work.db
    .insertInto('upload')
    .values({ attachment_id: attachmentId, caller, size: Math.max(size, LEAST_BYTES), created_at: work.now })
    .onConflict(conflict => conflict.column('attachment_id').doNothing())
    .execute();
  work.scheduleJob('sweep', work.now + LOOSE_MS);
}

/** Records that a message or a note now refers to these attachments. */
export async function claimUploads(work: Work, attachmentIds: readonly number[]): Promise<void> {
  if (attachmentIds.length === 0) return;
  await work.db.deleteFrom('upload').where('attachment_id', 'in', attachmentIds).execute();
}

/** Deletes those of these attachments that nothing has referred to for a day. */
export async function sweepUploads(work: Work, ids: readonly number[]): Promise<void> {
  const rows = await work.db
    .selectFrom('upload')
    .select('attachment_id')
    .where('attachment_id', 'in', ids)
    .where('created_at', '<=', work.now - LOOSE_MS)
    .execute();
  const loose = rows.map(row => row.attachment_id);
  await claimUploads(work, loose);
  if (loose.length > 0) await removeAttachments(work, loose);
}
