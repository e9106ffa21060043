import type { Kysely } from 'kysely';
import { Problem } from '../../model/problem.ts';
import { prepare } from '../prepare.ts';
import type { Db } from '../tables.ts';
import { migrationNames } from './list.ts';

const stepsTaken = prepare<[], { steps: number | string }>(0, db =>
  (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select(({ fn }) => fn.countAll<number | string>().as('steps')),
);

/**
 * 503 for a write to a database that a newer frontdesk has changed since this one opened it: what this one does not know it
 * would not keep up.
 */
export const requireKnownSchema = async (db: Db): Promise<void> => {
  const [row] = await stepsTaken(db);
  if (Number(row!.steps) <= migrationNames.length) return;
  throw new Problem(
    'unavailable',
    'A newer frontdesk has changed this database. Nothing was stored; update this frontdesk and start it again.',
  );
};
