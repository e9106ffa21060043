import { sql } from 'kysely';
import { chunks } from '../../database/chunks.ts';
import type { Db } from '../../database/tables.ts';
import { moveNumbers, type Numbered } from './number.ts';

/** The columns of a conversation that decide whether its inbox counts it. */
export interface Countable extends Numbered {
  readonly inbox_id: number | null;
  readonly status_id: number;
  readonly assign_to: number | null;
  readonly archived: number;
  readonly merged_into: number | null;
}

interface Delta {
  open: number;
  unassigned: number;
}

/** The id of the built-in status `open`. */
export const OPEN_STATUS_ID = 1;

function isCounted(one: Countable): boolean {
  return one.inbox_id !== null && one.status_id === OPEN_STATUS_ID && one.archived === 0 && one.merged_into === null;
}

function deltas(before: readonly Countable[], after: readonly Countable[]): Map<number, Delta> {
  const found = new Map<number, Delta>();
  const count = (all: readonly Countable[], by: number) => {
    for (const one of all.filter(isCounted)) {
      const delta = found.get(one.inbox_id!) ?? { open: 0, unassigned: 0 };
      delta.open += by;
      if (one.assign_to === null) delta.unassigned += by;
      found.set(one.inbox_id!, delta);
    }
  };
  count(before, -1);
  count(after, 1);
  return found;
}

/**
 * Updates the inboxes' counts and the numbers of conversations: pass the conversations as they were and as they are, in
 * the same transaction as the change. Returns the ids of the inboxes whose counts changed.
 */
export async function moveCounts(db: Db, before: readonly Countable[], after: readonly Countable[]): Promise<number[]> {
  const changed = [...deltas(before, after)].filter(([, delta]) => delta.open !== 0 || delta.unassigned !== 0);
  for (const piece of chunks(changed)) {
    const moved = piece.map(
      ([id, { open, unassigned }]) =>
        sql`(cast(${id} as bigint), cast(${open} as integer), cast(${unassigned} as integer))`,
    );
    await sql`update inbox set open_count = open_count + moved.column2, unassigned_count = unassigned_count + moved.column3
      from (values ${sql.join(moved)}) as moved where inbox.id = moved.column1`.execute(db);
  }
  await moveNumbers(db, before, after);
  return changed.map(([id]) => id);
}
