import { useMemo } from 'react';
import { width } from '../../text/width.ts';
import { useWorld } from '../use-world.ts';
import { type ListColumns, listColumnsOf } from './list-columns.ts';
import { type RowNames, rowNamesOf, shortNamesOf } from './row-names.ts';

const MIN_DIGITS = 4;
const MIN_STATUS = 6;
const MAX_STATUS = 14;

/** The slots of the rows of a list `columns` wide, and the names in them. */
export function useRowSlots(
  columns: number,
  ids: readonly number[],
): { readonly slots: ListColumns; readonly names: RowNames } {
  const agents = useWorld(world => world.base.agents);
  const inboxes = useWorld(world => world.base.inboxes);
  const statuses = useWorld(world => world.base.statuses);
  const short = useMemo(() => shortNamesOf(agents), [agents]);
  const number = useMemo(() => digitsOf(ids), [ids]);
  const slots = useMemo(() => {
    const status = statuses.reduce((most, { name }) => Math.max(most, width(name)), MIN_STATUS);
    return listColumnsOf(columns, { number, status: Math.min(status, MAX_STATUS), assignee: short.columns });
  }, [columns, number, statuses, short]);
  const names = useMemo(
    () => rowNamesOf(short, { agents, inboxes }, slots.customer),
    [short, agents, inboxes, slots.customer],
  );
  return { slots, names };
}

/** The digits of the longest number, so that all numbers end in one column. */
function digitsOf(ids: readonly number[]): number {
  let most = 0;
  for (const id of ids) if (id > most) most = id;
  return Math.max(MIN_DIGITS, String(most).length);
}
