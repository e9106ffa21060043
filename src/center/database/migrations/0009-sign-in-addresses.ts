import type { Kysely } from 'kysely';
import { type DatabaseKind, index, part, required, wide } from './columns.ts';

/** Recent addresses of agents' sign-ins: there, strangers elsewhere do not lock them out. */
export async function signInAddresses(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('sign_in_address')
    .addColumn('agent_id', whole, part('agent'))
    .addColumn('hash', 'text', required)
    .addColumn('used_at', whole, required)
    .addPrimaryKeyConstraint('sign_in_address_key', ['agent_id', 'hash'] as never)
    .execute();
  await index(db, 'sign_in_address', ['used_at']);
}
