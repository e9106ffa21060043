import type { ModelContext } from '../context.ts';
import { clearErased, eraseStep } from '../erasure/erase.ts';
import { beginIdle, idleAfter } from '../erasure/idle.ts';
import { rowIds } from '../rows.ts';
import { allDue, type Job, WHOLE_JOB } from './job.ts';

/** This many erasures go on by turns. */
const AT_ONCE = 10;

/** Goes on with the erasures that have not ended, each by a step at a time. */
export function eraseJob(context: ModelContext): Job {
  return {
    name: 'erase',
    atOnce: AT_ONCE,
    find: async (db, now, most) => {
      const going = db.selectFrom('erasure').select('id').where('ended_at', 'is', null).orderBy('id').limit(most);
      return allDue(rowIds(await going.execute()), now);
    },
    run: async ids => {
      await eraseStep(context, ids);
    },
  };
}

/** Clears the files of the database when erasures have ended: see `clearErased`. */
export function clearJob(context: ModelContext): Job {
  return {
    name: 'clear',
    isSlow: true,
    find: async db => {
      const ended = db.selectFrom('erasure').select('ended_at').where('ended_at', 'is not', null);
      const row = await ended.where('cleared_at', 'is', null).orderBy('id').limit(1).executeTakeFirst();
      return { rows: row ? [{ id: WHOLE_JOB, at: row.ended_at! }] : [] };
    },
    run: () => clearErased(context),
  };
}

/** How often contacts are looked for with whom nothing has happened for long, in milliseconds. */
const IDLE_EVERY_MS = 24 * 3_600_000;

/** Begins to erase contacts with whom nothing has happened for as many months as the settings say. */
export function idleJob(context: ModelContext): Job {
  const { eraseAfterMonths: months } = context.settings;
  let next = 0;
  /** The contacts up to this one were looked at. */
  let after = 0;
  return {
    name: 'idle',
    find: async (db, now) => {
      if (months === 0) return { rows: [] };
      if (now < next) return { rows: [], next };
      const { idle, last } = await idleAfter(db, after, months, now);
      if (last === undefined) next = now + IDLE_EVERY_MS;
      after = last ?? 0;
      return { ...allDue(idle, now), next: last === undefined ? next : now };
    },
    run: async ids => {
      for (const id of ids) await beginIdle(context, id, months);
    },
  };
}
