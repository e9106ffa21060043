import type { ModelContext } from '../context.ts';
import { type DueCursor, redoDue } from '../conversation/due.ts';
import { rowIds } from '../rows.ts';
import { writeTransaction } from '../transaction.ts';
import { allDue, type Job } from './job.ts';

/** Recomputes due times after an inbox's target changed. */
export function dueJob(context: ModelContext): Job {
  const reached = new Map<number, DueCursor | undefined>();
  return {
    name: 'due',
    find: async (db, now) => {
      const stale = db.selectFrom('inbox').select('id').where('due_stale', '=', 1);
      return allDue(rowIds(await stale.execute()), now);
    },
    run: async ids => {
      for (const id of ids)
        reached.set(id, await writeTransaction(context, work => redoDue(work, id, reached.get(id))));
    },
  };
}
