import type { Db } from '../../database/tables.ts';
import { unresolvedNumbers } from '../inbox/number.ts';

/** How many conversations of each kind an inbox has. */
export interface InboxCounts {
  readonly id: number;
  readonly open: number;
  readonly unassigned: number;
  readonly unresolved: number;
}

/** The counts of inboxes, as they are now; those that were deleted have none. */
export async function countsOf(db: Db, ids: readonly number[]): Promise<InboxCounts[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('inbox')
    .select(['id', 'open_count as open', 'unassigned_count as unassigned'])
    .where('id', 'in', ids)
    .execute();
  const unresolved = await unresolvedNumbers(db, ids);
  return rows.map(row => ({ ...row, unresolved: unresolved.get(row.id) ?? 0 }));
}
