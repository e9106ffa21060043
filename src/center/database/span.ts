import { type RawBuilder, sql } from 'kysely';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How long conversations last from their creation to their last message, in milliseconds: the lengths by which an index
 * keeps them apart. A longer one than the last of these has the span `endless`.
 */
const limits = [hour, 6 * hour, day, 4 * day, 16 * day, 64 * day, 256 * day] as const;

const endless = -1;

/** The spans of conversations: each lasts at most so many milliseconds, undefined where there is no such limit. */
export const spans: readonly { readonly key: number; readonly most: number | undefined }[] = [
  ...limits.map(limit => ({ key: limit, most: limit })),
  { key: endless, most: undefined },
];

/**
 * A conversation's span, as the index `conversation_by_span` has it. Databases match such an index by its expression, and
 * that must be the same for ever: another set of limits needs another index.
 */
export const spanOf = (table: '' | 'c.'): RawBuilder<number> => {
  const length = `${table}last_message_at - ${table}created_at`;
  const cases = limits.map(limit => `when ${length} <= ${limit} then ${limit}`);
  return sql`(case ${sql.raw(cases.join(' '))} else ${sql.raw(String(endless))} end)`;
};
