import type { Kysely } from 'kysely';
import { chunks } from '../chunks.ts';
import { conversationsIn } from '../kept-body.ts';
import type { Tables } from '../tables.ts';
import { type DatabaseKind, index, part, required, wide } from './columns.ts';

/**
 * The conversations that a stored answer is about, so that it is deleted with their texts, and is only given to callers
 * who see them.
 */
export async function keptAnswers(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('idempotency_about')
    .addColumn('caller', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('conversation_id', wide(kind), part('conversation'))
    .addPrimaryKeyConstraint('idempotency_about_key', ['caller', 'key', 'conversation_id'] as never)
    .addForeignKeyConstraint(
      'idempotency_about_answer',
      ['caller', 'key'] as never,
      'idempotency',
      ['caller', 'key'],
      constraint => constraint.onDelete('cascade'),
    )
    .execute();
  await index(db, 'idempotency_about', ['conversation_id']);
  await noteFormer(db as unknown as Kysely<Tables>);
}

async function noteFormer(db: Kysely<Tables>): Promise<void> {
  const rows = await db.selectFrom('idempotency').select(['caller', 'key', 'body']).execute();
  for (const { body, ...key } of rows)
    for (const ids of chunks(conversationsIn(body))) {
      const found = await db.selectFrom('conversation').select('id').where('id', 'in', ids).execute();
      const about = found.map(({ id }) => ({ ...key, conversation_id: id }));
      if (about.length > 0) await db.insertInto('idempotency_about').values(about).execute();
    }
}
