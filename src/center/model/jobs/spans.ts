import type { ModelContext } from '../context.ts';
import { fillSome, unfilledUpTo } from '../conversation/fill-spans.ts';
import { rowIds } from '../rows.ts';
import { writeTransaction } from '../transaction.ts';
import { allDue, type Job } from './job.ts';

/** The number of conversations in one transaction: other requests are answered in between. */
const AT_ONCE = 200;

/** Fills in the spans of an old database, newest first, until none is left. */
export function spansJob(context: ModelContext): Job {
  return {
    name: 'spans',
    atOnce: AT_ONCE,
    find: async (db, now, most) => {
      const upTo = await unfilledUpTo(db);
      if (upTo === 0) return { rows: [] };
      const older = db.selectFrom('conversation').select('id').where('id', '<=', upTo);
      return allDue(rowIds(await older.orderBy('id', 'desc').limit(most).execute()), now);
    },
    run: ids => writeTransaction(context, work => fillSome(work, ids)),
  };
}
