import { useMemo } from 'react';
import { createIsLikeStaff, withAddress } from '../../state/person-name.ts';
import type { Agent, Conversation, Inbox } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { useWorld } from '../use-world.ts';
import { type ListColumns, listColumnsOf } from './list-columns.ts';

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

type Requester = NonNullable<Conversation['requester']>;

/** The names in the rows of a list. */
export interface RowNames {
  /** The short name of an agent. */
  agent(id: number): SafeText;
  /** A customer's name; with the address if it could be mistaken for one of ours. */
  customer(requester: Requester): SafeText;
}

/** The names of agents and their customers; a customer has so many cells. */
function rowNamesOf(
  short: ShortNames,
  base: { readonly agents: readonly Agent[]; readonly inboxes: readonly Inbox[] },
  customerColumns: number,
): RowNames {
  const isLikeStaff = createIsLikeStaff({ base });
  return {
    agent: id => short.of.get(id) ?? t`#${id}`,
    customer: requester => {
      const name = requester.name || requester.email || t`Unknown sender`;
      return isLikeStaff(name) ? withAddress({ ...requester, name }, customerColumns) : name;
    },
  };
}

/** Agents' names as short as a list needs them: the first name, with an initial if two agents share it. */
interface ShortNames {
  readonly of: ReadonlyMap<number, SafeText>;
  /** The widest of them, in cells. */
  readonly columns: number;
}

const MIN_COLUMNS = 3;
const MAX_COLUMNS = 8;

/** The short name of each agent, and how wide the widest is (3 to 8 cells). */
function shortNamesOf(agents: readonly Agent[]): ShortNames {
  const uses = new Map<string, number>();
  for (const { name } of agents) uses.set(firstOf(name), (uses.get(firstOf(name)) ?? 0) + 1);
  const of = new Map(agents.map(({ id, name }) => [id, shortOf(name, (uses.get(firstOf(name)) ?? 0) > 1)]));
  const widest = [...of.values()].reduce((most, name) => Math.max(most, width(name)), MIN_COLUMNS);
  return { of, columns: Math.min(MAX_COLUMNS, widest) };
}

function firstOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

function shortOf(name: string, isShared: boolean): SafeText {
  const last = name.trim().split(/\s+/).slice(1).at(-1);
  return safeLine(isShared && last ? `${firstOf(name)} ${[...last][0] ?? ''}` : firstOf(name));
}
