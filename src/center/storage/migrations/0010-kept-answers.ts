import type { Kysely } from 'kysely';
import { conversationsIn } from '../kept-answer.ts';
import type { Tables } from '../tables.ts';
import { type DatabaseKind, index, part, required, wide } from './columns.ts';

const MAX_ROWS = 200;

/** Which conversations a kept answer is about, so that it goes with their texts, and is given to who sees them alone. */
export const keptAnswers = async (db: Kysely<never>, kind: DatabaseKind): Promise<void> => {
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
};

const noteFormer = async (db: Kysely<Tables>): Promise<void> => {
  const known = new Set((await db.selectFrom('conversation').select('id').execute()).map(({ id }) => id));
  const rows = await db.selectFrom('idempotency').select(['caller', 'key', 'body']).execute();
  const about = rows.flatMap(({ caller, key, body }) =>
    conversationsIn(body)
      .filter(id => known.has(id))
      .map(conversation_id => ({ caller, key, conversation_id })),
  );
  for (let at = 0; at < about.length; at += MAX_ROWS)
    await db
      .insertInto('idempotency_about')
      .values(about.slice(at, at + MAX_ROWS))
      .execute();
};
