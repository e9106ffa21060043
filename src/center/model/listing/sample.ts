import { createHash } from 'node:crypto';
import { MAX_COUNTED } from '../../../contract/conversation-filter.ts';
import type { Db } from '../../database/tables.ts';
import { milliseconds } from '../time.ts';
import type { Filter } from './filter.ts';
import { findPage } from './find.ts';
import type { Page } from './paging.ts';

type Wanted = Omit<Parameters<typeof findPage>[1], 'page'>;

const HASH_BYTES = 6;

/** The place of a conversation in the order of a day's samples, which follows from nothing that it contains. */
function lotOf(day: string, id: number): number {
  return createHash('sha256').update(`${day} ${id}`).digest().readUIntBE(0, HASH_BYTES);
}

/**
 * The filters narrowed to a sample of what they match: the same conversations for the whole day, as only those count that
 * were there before it, and of many the newest.
 */
export async function sampled(
  db: Db,
  wanted: Wanted,
  filters: readonly Filter[],
  sample: string | undefined,
): Promise<readonly Filter[]> {
  if (sample === undefined) return filters;
  const [count = '', day = ''] = sample.split('.');
  const since = milliseconds(`${day}T00:00:00`);
  const before = filters.map(one => ({ ...one, times: [...one.times, ['created_at', '<', since] as const] }));
  const close: Page['close'] = rows => ({ rows, nextCursor: null });
  const page: Page = { field: 'created_at', direction: 'desc', take: MAX_COUNTED, from: undefined, close };
  const found = await findPage(db, { ...wanted, page }, before);
  const ids = found
    .map(({ id }) => ({ id, lot: lotOf(day, id) }))
    .sort((one, other) => one.lot - other.lot)
    .slice(0, Number(count))
    .map(({ id }) => id);
  return ids.length === 0 ? [] : filters.map(one => ({ ...one, ids }));
}
