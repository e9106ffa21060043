import { pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';

/** The slots of a list row that a narrow pane leaves out, the first one first. */
const OPTIONAL = ['tags', 'status', 'customer', 'assignee', 'age'] as const;
type Optional = (typeof OPTIONAL)[number];

/**
 * The slots of a list row, in cells; 0 for one that is left out. They depend on the pane and the place, never on the
 * rows shown.
 */
export type ListColumns = Readonly<Record<'columns' | 'number' | 'title' | Optional, number>>;

/** What the slots depend on, besides the pane's width: the longest number, status and assignee, in cells. */
export interface ListWidths {
  readonly number: number;
  readonly status: number;
  readonly assignee: number;
}

/** From this width of the pane on a row has the slot; `assignee` and `age` are left out only to keep the title. */
const FROM: Readonly<Record<Optional, number>> = { customer: 46, status: 60, tags: 80, assignee: 0, age: 0 };
const AGE_COLUMNS = 4;
/** The part of the pane that a slot gets at most: the title is what an agent reads most. */
const SHARES = { customer: 6, status: 6, tags: 6 } as const;
const MAX_TAGS = 18;
const MIN_CUSTOMER = 10;
const MAX_CUSTOMER = 24;
const MIN_ASSIGNEE = 3;
const MIN_TITLE = 14;
/** Marker, mark, state and a blank; a blank after the number; the edge. */
const FIXED = 4 + 1 + 1;

/** The slots of a pane of this width. A title keeps its least width as long as another slot can make room. */
export function listColumnsOf(columns: number, { number, status, assignee }: ListWidths): ListColumns {
  const wanted: Record<Optional, number> = {
    customer: Math.max(MIN_CUSTOMER, Math.min(MAX_CUSTOMER, Math.floor(columns / SHARES.customer))),
    status: Math.min(status, Math.floor(columns / SHARES.status)),
    tags: Math.min(MAX_TAGS, Math.floor(columns / SHARES.tags)),
    assignee: Math.min(assignee, Math.max(MIN_ASSIGNEE, Math.floor(columns / 7))),
    age: AGE_COLUMNS,
  };
  for (const name of OPTIONAL) if (columns < FROM[name]) wanted[name] = 0;
  const missing = Math.max(0, MIN_TITLE - titleOf(columns, number, wanted));
  wanted.assignee = Math.max(MIN_ASSIGNEE, wanted.assignee - missing);
  for (const name of OPTIONAL) if (titleOf(columns, number, wanted) < MIN_TITLE) wanted[name] = 0;
  return { columns, number, ...wanted, title: Math.max(0, titleOf(columns, number, wanted)) };
}

function titleOf(columns: number, number: number, slots: Readonly<Record<Optional, number>>): number {
  return OPTIONAL.reduce((room, name) => room - besideTitle(slots[name]), columns - FIXED - number);
}

/** A slot and the blank between it and the title. */
function besideTitle(columns: number): number {
  return columns > 0 ? columns + 1 : 0;
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
export function rowName(slots: ListColumns, { number, customer, title }: RowParts): SafeText {
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
