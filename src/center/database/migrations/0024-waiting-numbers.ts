import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { type DatabaseKind, required, wide } from './columns.ts';
import { planNumbers } from './to-fill.ts';

/** Waiting conversations have numbers of their own. Those of an old database are counted again later. */
export async function waitingNumbers(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  const key = ['home_id', 'shelf', 'status_id', 'assign_key', 'waiting'];
  await db.schema.dropTable('conversation_number').execute();
  await db.schema
    .createTable('conversation_number')
    .addColumn('home_id', whole, required)
    .addColumn('shelf', 'integer', required)
    .addColumn('status_id', whole, required)
    .addColumn('assign_key', whole, required)
    .addColumn('waiting', 'integer', required)
    .addColumn('number', whole, required)
    .addPrimaryKeyConstraint('conversation_number_key', key as never)
    .execute();
  await planNumbers(db as unknown as Kysely<Tables>);
}
