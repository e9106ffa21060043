import type { ModelContext } from '../context.ts';
import { LOOSE_MS, sweepUploads } from '../message/upload.ts';
import { writeTransaction } from '../transaction.ts';
import { daily, type Job } from './job.ts';

/** Attachments that one transaction of the sweep deletes. */
const MAX_SWEPT = 200;

/** How long after the start leftovers are looked for, in milliseconds: a short run does not need it. */
const STARTS_AFTER_MS = 60_000;

/** Deletes attachments that nothing has referred to for a day. */
export function sweepJob(context: ModelContext): Job {
  const startsAt = context.now() + STARTS_AFTER_MS;
  return {
    name: 'sweep',
    atOnce: MAX_SWEPT,
    find: async (db, now, most) => {
      if (now < startsAt) return { rows: [], next: startsAt };
      const uploads = db.selectFrom('upload').select(['attachment_id as id', 'created_at']);
      const oldest = await uploads.orderBy('created_at').limit(most).execute();
      return { rows: oldest.map(row => ({ id: row.id, at: row.created_at + LOOSE_MS })) };
    },
    run: ids => writeTransaction(context, work => sweepUploads(work, ids)),
  };
}

/** Deletes files that no attachment names, once a day. */
export function reapJob({ store, files, now }: ModelContext): Job {
  const reap = async () => {
    const rows = await store.reader.selectFrom('attachment').select('hash').distinct().execute();
    // Files have the time of this machine, and its clock may be behind the center's.
    await files.reap(new Set(rows.map(row => row.hash)), Math.min(now(), Date.now()));
  };
  return daily('reap', now() + STARTS_AFTER_MS, reap, now);
}
