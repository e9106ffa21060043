import type { ModelContext } from '../context.ts';
import { wakeDue } from '../conversation/wake.ts';
import { writeTransaction } from '../transaction.ts';
import type { Job } from './job.ts';

/** This many are brought back in one transaction. */
const AT_ONCE = 500;

/** Brings conversations back when their time comes. */
export function wakeJob(context: ModelContext): Job {
  return {
    name: 'wake',
    atOnce: AT_ONCE,
    find: async (db, now, most) => {
      const away = db
        .selectFrom('conversation')
        .select(['id', 'snoozed_until'])
        .where('snoozed_until', 'is not', null)
        .orderBy('snoozed_until')
        .orderBy('id');
      const due = await away.where('snoozed_until', '<=', now).limit(most).execute();
      const next = due.length === most ? [] : await away.where('snoozed_until', '>', now).limit(1).execute();
      return { rows: [...due, ...next].map(row => ({ id: row.id, at: row.snoozed_until! })) };
    },
    run: ids => writeTransaction(context, work => wakeDue(work, ids), undefined, { conversations: ids }),
  };
}
