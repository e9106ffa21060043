import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { List } from '../world.ts';

/** The number of all that match, as far as it is known; never the place of the cursor. */
export function countOf({ rows, total, isTotalMore, nextCursor, loading, asOf }: List): SafeText {
  if (rows.length === 0 && (loading === 'first' || asOf === null)) return t``;
  const isUnknown = total === null && nextCursor !== null;
  return countText(Math.max(rows.length, total ?? 0), isTotalMore || isUnknown);
}
