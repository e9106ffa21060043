import { type RawBuilder, sql } from 'kysely';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long conversations last from their creation to their last message, in milliseconds: an index groups them by these
 * lengths. A longer one than the last of these has the span `endless`.
 */
const limits = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 4 * DAY_MS, 16 * DAY_MS, 64 * DAY_MS, 256 * DAY_MS] as const;

const ENDLESS = -1;

/** The spans of conversations: each lasts at most this many milliseconds, undefined without a limit. */
export const spans: readonly { readonly key: number; readonly most: number | undefined }[] = [
  ...limits.map(limit => ({ key: limit, most: limit })),
  { key: ENDLESS, most: undefined },
];

/**
 * A conversation's span, as the index `conversation_by_span` has it. Databases match such an index by its expression,
 * which must never change: another set of limits needs another index.
 */
export function spanOf(table: '' | 'c.'): RawBuilder<number> {
  const length = `${table}last_message_at - ${table}created_at`;
  const cases = limits.map(limit => `when ${length} <= ${limit} then ${limit}`);
  return sql`(case ${sql.raw(cases.join(' '))} else ${sql.raw(String(ENDLESS))} end)`;
}
