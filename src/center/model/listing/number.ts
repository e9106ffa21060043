import type { Db } from '../../database/tables.ts';
import type { Filter } from './filter.ts';
import { markLeadsOf } from './lead-mark.ts';

const columns = { shelves: 'shelf', statuses: 'status_id', homes: 'home_id', assignees: 'assign_key' } as const;

/** Whether a filter has only conditions for which numbers are kept. */
export function isNumbered({ shelves, statuses, homes, assignees, waiting, text, not, ...filter }: Filter): boolean {
  if (not && markLeadsOf(not).length > 0) return false;
  return text === '' && Object.values(filter).every(one => one === undefined || (one as unknown[]).length === 0);
}

/** How many conversations have the columns that a filter names, whatever else it asks for. */
export async function numberOf(
  db: Db,
  filter: Partial<Pick<Filter, keyof typeof columns | 'waiting'>>,
): Promise<number> {
  let query = db
    .selectFrom('conversation_number')
    .select(({ fn }) => fn.sum<number | string | null>('number').as('number'));
  for (const name of Object.keys(columns) as (keyof typeof columns)[])
    if (filter[name]) query = query.where(columns[name], 'in', filter[name]);
  if (filter.waiting) query = query.where('waiting', '=', 1);
  return Number((await query.executeTakeFirst())?.number ?? 0);
}
