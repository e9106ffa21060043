import { useMemo } from 'react';
import { createIsLikeStaff, withAddress } from '../../state/words/person-name.ts';
import type { Agent, Conversation, Inbox } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { customerColumnsOf } from '../layout.ts';
import { useWorld } from '../use-world.ts';

/** The slots of a list row that a narrow pane leaves out, the first one first. */
const OPTIONAL = ['status', 'tags', 'customer', 'assignee', 'age'] as const;
type Optional = (typeof OPTIONAL)[number];

/**
 * The slots of a list row, in cells; 0 for one that is left out. They depend on the pane and the place, never on the
 * rows shown.
 */
export type ListColumns = Readonly<Record<'columns' | 'number' | 'title' | Optional, number>>;

/** The facts that decide the slots, besides the pane's width: the longest number, status and assignee, in cells. */
interface ListWidths {
  readonly number: number;
  readonly status: number;
  readonly assignee: number;
}

/** From this width of the pane on a row names the customer. */
const CUSTOMER_FROM = 46;
const AGE_COLUMNS = 4;
/** The largest share of the pane for a slot: agents read the title most. */
const SHARES = { status: 6, tags: 6 } as const;
const MAX_TAGS = 18;
const MIN_ASSIGNEE = 3;
/** A title narrower than this drops the slot: two refunds can be told apart from some 30 cells on. */
const MIN_TITLE: Readonly<Record<Optional, number>> = { status: 30, tags: 30, customer: 14, assignee: 14, age: 14 };
/** Marker, mark, state and a blank; a blank after the number; the edge. */
const FIXED = 4 + 1 + 1;

/** The slots of a pane of this width. A title keeps its least width as long as another slot can make room. */
export function listColumnsOf(columns: number, { number, status, assignee }: ListWidths): ListColumns {
  const wanted: Record<Optional, number> = {
    customer: customerColumnsOf(columns),
    status: Math.min(status, Math.floor(columns / SHARES.status)),
    tags: Math.min(MAX_TAGS, Math.floor(columns / SHARES.tags)),
    assignee: Math.min(assignee, Math.max(MIN_ASSIGNEE, Math.floor(columns / 7))),
    age: AGE_COLUMNS,
  };
  if (columns < CUSTOMER_FROM) wanted.customer = 0;
  for (const name of OPTIONAL) {
    if (name === 'customer') {
      const missing = Math.max(0, MIN_TITLE.assignee - titleOf(columns, number, wanted));
      wanted.assignee = Math.max(MIN_ASSIGNEE, wanted.assignee - missing);
    }
    if (titleOf(columns, number, wanted) < MIN_TITLE[name]) wanted[name] = 0;
  }
  return { columns, number, ...wanted, title: Math.max(0, titleOf(columns, number, wanted)) };
}

function titleOf(columns: number, number: number, slots: Readonly<Record<Optional, number>>): number {
  return OPTIONAL.reduce((room, name) => room - besideTitle(slots[name]), columns - FIXED - number);
}

/** A slot and the blank between it and the title. */
function besideTitle(columns: number): number {
  return columns > 0 ? columns + 1 : 0;
}

const SHORT_TITLE = 18;

/** The same slots with a title cut short: for a row that is passed by on a slow link. */
export function withShortTitle(slots: ListColumns): ListColumns {
  return slots.title <= SHORT_TITLE ? slots : { ...slots, title: SHORT_TITLE };
}

/** The parts of a row from its number on. */
export interface RowParts {
  readonly number: SafeText;
  readonly customer: SafeText;
  readonly title: SafeText;
  readonly status: SafeText;
  readonly tags: readonly SafeText[];
  readonly assignee: SafeText;
  readonly age: SafeText;
}

/** The number, the customer and the title. */
export function rowTitle(slots: ListColumns, { number, customer, title }: RowParts): SafeText {
  return join([pad(number, slots.number, 'right'), ...slot(customer, slots.customer), pad(title, slots.title)], t` `);
}

/** The number, and a text in place of everything up to the assignee. */
export function rowReason(slots: ListColumns, number: SafeText, reason: SafeText): SafeText {
  const room = slots.title + besideTitle(slots.customer) + besideTitle(slots.status) + besideTitle(slots.tags);
  return t`${pad(number, slots.number, 'right')} ${pad(reason, room)}`;
}

/** The status and the tags, each after a blank. */
export function rowMiddle(slots: ListColumns, { status, tags }: RowParts): SafeText {
  return afterBlanks([...slot(status, slots.status), ...slot(join(tags, t` `), slots.tags)]);
}

/** The assignee and the age, each after a blank. */
export function rowEnd(
  slots: ListColumns,
  { assignee, age }: Pick<RowParts, 'assignee' | 'age'>,
): readonly [assignee: SafeText, age: SafeText] {
  return [afterBlanks(slot(assignee, slots.assignee, 'right')), afterBlanks(slot(age, slots.age, 'right'))];
}

function slot(text: SafeText, columns: number, side: 'left' | 'right' = 'left'): readonly SafeText[] {
  return columns > 0 ? [pad(text, columns, side)] : [];
}

function afterBlanks(texts: readonly SafeText[]): SafeText {
  return join(texts.map(text => t` ${text}`));
}

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

/** The names of agents and their customers, each customer cut to a number of cells. */
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
