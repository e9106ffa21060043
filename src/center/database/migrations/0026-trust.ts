import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { zero } from './columns.ts';

/** Whether anybody vouches for a message's author, and the secret that signs the Message-IDs of what is sent. */
export async function trust(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('message').addColumn('unverified', 'integer', zero).execute();
  await (db as unknown as Kysely<Tables>)
    .insertInto('setting')
    .values({ key: 'mail_secret', value: randomBytes(32).toString('base64url') })
    .execute();
}
