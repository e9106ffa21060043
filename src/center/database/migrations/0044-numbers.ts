import { type Kysely, sql } from 'kysely';
import { type Additions, integer, optionalWhole, part, whole } from './columns.ts';

function index(name: string, columns: string, of = 'closed_at is null') {
  return sql.raw(`create index conversation_span_${name} on conversation_span (${columns}) where ${of}`);
}

/** A write of many conversations pays for each index that contains its columns: one alone has the assignee. */
export const additions: Additions = {
  tables: {
    conversation_span: {
      columns: {
        conversation_id: part('conversation'),
        number: integer,
        opened_at: whole,
        opened_by: optionalWhole,
        closed_at: optionalWhole,
        closed_by: optionalWhole,
        answered_at: optionalWhole,
        answered_by: optionalWhole,
        in_time: optionalWhole,
        home_id: whole,
        assign_key: whole,
      },
      key: ['conversation_id', 'number'],
      more: () => [
        index('came', 'opened_at, home_id, conversation_id', 'number = 0'),
        index('reopened', 'opened_at, home_id, conversation_id', 'number > 0'),
        index('open', 'home_id, assign_key, opened_at, conversation_id'),
        index('closed', 'closed_at, home_id, closed_by, opened_at, conversation_id', 'closed_at is not null'),
        index(
          'answered',
          'answered_at, home_id, answered_by, opened_at, in_time, conversation_id',
          'answered_at is not null',
        ),
      ],
    },
  },
  indexes: { review_by_created_at: 'review (created_at)' },
};

/**
 * Each time for which a conversation was open, so that numbers of any days are counted from indexes alone. The
 * conversations that are here are gone through afterwards, in the background: up to this id, newest first.
 */
export async function change(db: Kysely<never>): Promise<void> {
  await sql`insert into setting (key, value) select 'numbers_unfilled', cast(max(id) as text) from conversation
    having max(id) is not null`.execute(db);
}
