import { pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { TAGS_FROM } from '../layout.ts';

/** The slots of a list row, in cells. They depend on the pane and the place, never on the rows shown. */
export interface ListColumns {
  readonly columns: number;
  readonly number: number;
  readonly title: number;
  /** 0 if there is no room for tags. */
  readonly tags: number;
  readonly assignee: number;
}

const AGE_COLUMNS = 4;
const TAG_COLUMNS = 18;
const MIN_TITLE = 10;
/** Marker, mark, news and a blank; a blank after the number, the title and the assignee; the edge. */
const FIXED = 4 + 1 + 1 + 1 + AGE_COLUMNS + 1;

/**
 * `screen` is the width of the whole terminal: it decides about tags, so that widening a pane adds them only in a wide
 * window.
 */
export function listColumnsOf(
  columns: number,
  screen: number,
  slots: { readonly number: number; readonly assignee: number },
): ListColumns {
  const { number } = slots;
  const assignee = Math.min(slots.assignee, Math.max(3, Math.floor(columns / 7)));
  const room = columns - FIXED - number - assignee;
  const tags = screen >= TAGS_FROM && room >= TAG_COLUMNS + 1 + MIN_TITLE ? TAG_COLUMNS : 0;
  return { columns, number, assignee, tags, title: Math.max(0, room - (tags > 0 ? tags + 1 : 0)) };
}

/** The parts of a row besides its number and title. */
export interface RowEnd {
  readonly tags: readonly SafeText[];
  readonly assignee: SafeText;
  readonly age: SafeText;
}

/** The end of a row, from the blank after the title to the blank at the edge. */
export function rowEnd(slots: ListColumns, { tags, assignee, age }: RowEnd): SafeText {
  const tagSlot = slots.tags > 0 ? t` ${pad(join(tags, t` `), slots.tags)}` : t``;
  return t`${tagSlot} ${pad(assignee, slots.assignee, 'right')} ${pad(age, AGE_COLUMNS, 'right')}`;
}
