import { formPartWords } from '../../keys/form-keys.ts';
import { cursorIn } from '../../keys/options.ts';
import { shownOptions } from '../../keys/part-state.ts';
import type { AnyView, ChoicesPart } from '../../keys/parts.ts';
import type { ChoicesState } from '../../state/world/open-box.ts';
import { cut, pad } from '../../text/cut.ts';
import type { Draft } from '../../text/edit.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { firstShown } from '../layout.ts';
import { paint, signs } from '../theme.ts';
import type { Piece } from '../widgets/line.tsx';
import { cursorPieces, fieldRows, fieldWindow } from '../widgets/text-field.tsx';
import { hidden, type PartDrawn, underLine } from './part-sizes.ts';

/** The rows of a text, and those of a list. */
const TEXT_ROWS = 5;
const LISTED = 8;
/** Columns that the detail of a choice leaves to its label and the signs. */
const MIN_LABEL = 20;

/** The columns of a form, those of its labels, and the rows that it can have. */
interface Layout {
  readonly all: number;
  readonly label: number;
  readonly room: number;
}

type Choices = ChoicesPart<unknown, unknown>;

/** The name of a part's row. */
export function partLabel(part: PartDrawn['part']): SafeText {
  return ('label' in part && part.label) || t``;
}

/** The rows of a part; it is open if it has the keys. */
export function blockOf(
  drawn: PartDrawn,
  sign: SafeText,
  { label, all, room }: Layout,
  isOpen: boolean,
): readonly Piece[] {
  const { part, state, view } = drawn;
  const head = t`${sign} ${pad(partLabel(part), label)} `;
  const columns = all - width(head) - 1;
  const { rows, look } = isOpen || drawn.fault ? underLine(drawn, all - 3) : { rows: [], look: 'dim' as const };
  const under = rows.map(row => [t`    `, paint(look, pad(row, all - 4))]);
  const value = pad(formPartWords(drawn), columns);
  if (!isOpen) return [[head, value, t` `], ...under];
  const bold = paint('bold', head);
  if (state.kind === 'line' && part.kind === 'line') {
    const draft = part.isSecret?.(view) ? hidden(state.draft) : state.draft;
    return [[bold, cursorPieces(fieldWindow(draft, columns), columns), t` `], ...under];
  }
  if (state.kind === 'text') {
    const text = textRows(state.draft, all - 6, Math.max(1, room - 1 - under.length));
    return [paint('bold', pad(head, all)), ...text.map(row => [t`    `, row, t`  `]), ...under];
  }
  if (part.kind === 'choices' && state.kind === 'choices' && !part.isRow)
    return [[bold, value, t` `], ...listRows(part, state, view, all, Math.max(1, room - 2)), ...under];
  const arrows = part.kind === 'choices' ? t`  ← →` : t``;
  return [[bold, paint('cursor', t` `), pad(t`${formPartWords(drawn)}${arrows}`, columns - 1), t` `], ...under];
}

/** The rows of a text, with its cursor among them. It grows by a few rows at a time, so that a line more moves nothing. */
function textRows(draft: Draft, columns: number, room: number): readonly Piece[] {
  const rows = fieldRows(draft, columns);
  const grown = TEXT_ROWS * Math.ceil(rows.length / TEXT_ROWS);
  const shown = Math.min(room, Math.max(TEXT_ROWS, Math.min(grown, Math.floor(room / 2))));
  const at = rows.findIndex(({ cursor }) => cursor >= 0);
  const first = Math.max(0, Math.min(at - shown + 1, rows.length - shown));
  const blank = { text: t``, cursor: -1 };
  return Array.from({ length: shown }, (_, row) => cursorPieces(rows[first + row] ?? blank, columns));
}

/** The filter line of a list, and its choices. */
function listRows(part: Choices, state: ChoicesState, view: AnyView, all: number, room: number): readonly Piece[] {
  const options = shownOptions(part, view, state.draft);
  const at = cursorIn(options, state);
  const rows = Math.min(room, LISTED, Math.max(1, part.options(view, null).length));
  const top = firstShown(at, options.length, rows);
  const line = cursorPieces(fieldWindow(state.draft!, all - 7), all - 7);
  const listed = options.slice(top, top + rows).map(({ label, sign = t` `, ...option }, index): Piece => {
    const marker = top + index === at ? signs.marker : t` `;
    const detail = cut(option.detail ?? t``, Math.max(0, all - MIN_LABEL));
    return [t`  `, marker, t` ${sign} `, pad(label, all - 7 - width(detail)), detail, t` `];
  });
  const none = paint('dim', pad(t`    ${part.empty?.(view) ?? t`Nothing matches.`}`, all));
  const blanks = Array.from({ length: rows - Math.max(1, options.length) }, () => pad(t``, all));
  return [[t`    > `, line, t` `], ...(options.length === 0 ? [none] : listed), ...blanks];
}
