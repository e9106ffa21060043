import { asked } from '../../keys/flow.ts';
import { escapeOf } from '../../keys/form-keys.ts';
import { choiceKeyWords, keyLabel } from '../../keys/help.ts';
import type { Option } from '../../keys/option.ts';
import { longRows } from '../../keys/page.ts';
import { shownOptions } from '../../keys/part-state.ts';
import { type AnyBox, type AnyPart, type AnyView, type ChoicesPart, isLinePart } from '../../keys/parts.ts';
import type { PartState } from '../../state/world/open-box.ts';
import { cut } from '../../text/cut.ts';
import type { Draft } from '../../text/edit.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { graphemes, width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';

/** A part of an open box, with all that its rows show. */
export interface PartDrawn {
  readonly name: string;
  readonly part: AnyPart;
  readonly state: PartState;
  readonly view: AnyView;
  readonly fault: SafeText | undefined;
}

export const MAX_COLUMNS = 70;
/** Rows of the screen that a list, or a form, leaves: those of its frame, and some of what it is about. */
export const LIST_EDGE_ROWS = 6;
/** A line has room for long texts, and a list for the typed words. */
const LINE_COLUMNS = MAX_COLUMNS;
const LIST_COLUMNS = 36;
const LONG_COLUMNS = 46;
/** Over a slow link. */
export const MAX_OPTIONS = 12;
/** Over a fast link, a list has the height of the screen, within the bytes that its cells cost to open and to close. */
const MAX_CELLS = 1_120;
export const PREVIEW_ROWS = 2;
/** With a preview, over a slow link: fewer options make up for its bytes. */
const MAX_PREVIEWED = 4;
/** Marker, sign, blanks and the edge beside a label. */
const OPTION_EDGES = 6;
/** A reason in the help center's words may be long. */
const MAX_UNDER = 3;

/** The inner columns that a part wants. */
export function wantedColumns({ part, view }: PartDrawn): number {
  if (isLinePart(part)) return LINE_COLUMNS;
  // All that stands beside a long list is as wide as it needs to be.
  if (Object.values(asked(view.open).box.parts).some(one => one.kind === 'choices' && one.isLong)) return LONG_COLUMNS;
  // Not as arguments of one call: there may be more options than a call accepts.
  if (part.kind === 'choices')
    return part.options(view, null).reduce((most, one) => Math.max(most, optionColumns(one)), LIST_COLUMNS);
  return readLines(part, view, view.world.viewport.columns).reduce((most, line) => Math.max(most, width(line) + 2), 0);
}

function optionColumns({ label, whyNot, detail = whyNot }: Option): number {
  return width(label) + (detail ? width(detail) + 2 : 0) + OPTION_EDGES;
}

/** The rows of a part in a box of these columns; of a list of choices, those beside the choices. */
export function partRows(drawn: PartDrawn, columns: number): number {
  const { part, state, view } = drawn;
  if (isLinePart(part)) return 1 + underLine(drawn, columns).rows.length;
  if (part.kind === 'choices')
    return (state.kind === 'choices' && state.draft !== null ? 1 : 0) + (part.preview ? PREVIEW_ROWS : 0);
  return wrapped(readLines(part, view, columns - 2), columns).length;
}

/** How many choices there are, and the rows that a list of them has at most, beside the other rows of its box. */
export function mostOptions(
  { part, view }: PartDrawn,
  columns: number,
  others: number,
): { readonly count: number; readonly rows: number } {
  const list = part as ChoicesPart<unknown, unknown>;
  const count = shownOptions(list, view, null).length;
  if (list.isLong) return { count, rows: longRows(view.world) - others };
  if (view.world.link === 'fast') return { count, rows: Math.floor(MAX_CELLS / columns) };
  return { count, rows: list.preview ? MAX_PREVIEWED : MAX_OPTIONS };
}

/** The text of a part that is only read. */
export function readLines(
  part: Exclude<AnyPart, { kind: 'line' | 'text' | 'choices' }>,
  view: AnyView,
  columns: number,
): readonly SafeText[] {
  if (part.kind === 'page') return part.lines(view, columns);
  if (part.kind === 'button') return [];
  return part.buttons(view).flatMap(({ key, words, isRow }) => (isRow ? [t`${safeLine(key)}  ${words}`] : []));
}

/** Those lines in a box of these columns. */
export function wrapped(lines: readonly SafeText[], columns: number): readonly SafeText[] {
  return lines.flatMap(line => (line === '' ? [line] : wrap(line, columns - 2)));
}

/** The rows below a part: its fault, otherwise its rule, if it has one. */
export function underLine({ part, state, view, fault: refused }: PartDrawn, columns: number) {
  if (!isLinePart(part) || !('draft' in state) || state.draft === null)
    return { rows: inRows(refused, columns), look: 'problem' as const };
  const { text } = state.draft;
  // Nothing is wrong with a text before it is begun.
  const fault = refused ?? (text === '' ? undefined : part.check?.(view, text));
  const rule = inRows(part.rule?.(view, text), columns);
  const rows = fault === undefined ? rule : inRows(fault, columns);
  // A fault in fewer rows than the rule leaves the box where it is.
  const spare = Array.from({ length: Math.max(0, rule.length - rows.length) }, () => t``);
  return { rows: [...rows, ...spare], look: fault === undefined ? ('dim' as const) : ('problem' as const) };
}

function inRows(text: SafeText | undefined, columns: number): readonly SafeText[] {
  const [all, most] = [text === undefined ? [] : wrap(text, columns - 2), MAX_UNDER];
  return all.length <= most ? all : [...all.slice(0, most - 1), cut(t`${all[most - 1]!} ${all[most]!}`, columns - 2)];
}

/** The foot of a box: what answers, further keys, and the effect of Esc. Keys without room there stand below the parts. */
export function footOf(box: AnyBox, view: AnyView, columns: number, mostBelow: number) {
  const parts = Object.values(box.parts);
  const list = parts.find(part => part.kind === 'choices');
  const keys = list ? choiceKeyWords(list) : [];
  const legend = list?.legend?.(view);
  const ways = [...(legend === undefined ? [] : [legend]), t`Esc ${escapeOf(box, view) ?? t`back`}`];
  const shortest = join([...answering(box, view), ...ways], t` · `);
  const whole = join([...answering(box, view), ...ways.slice(0, -1), ...keys, ...ways.slice(-1)], t` · `);
  if (width(whole) <= columns || keys.length === 0) return { foot: whole, below: [] };
  return { foot: shortest, below: wrap(join(keys, t` · `), columns).slice(0, Math.max(0, mostBelow)) };
}

/** The keys that answer a box: its buttons, otherwise Enter, or the one key that answers from any part. */
function answering({ parts, isQuestion, verb }: AnyBox, view: AnyView): readonly SafeText[] {
  const buttons = Object.values(parts).flatMap(part => (part.kind === 'buttons' ? part.buttons(view) : []));
  if (isQuestion) return buttons.flatMap(({ key, words, isRow }) => (isRow ? [] : [t`${keyLabel(key)} ${words}`]));
  const [first, ...others] = Object.values(parts).filter(({ kind }) => kind !== 'page');
  const { keyNames } = view.world;
  const at = parts[view.open.state.at];
  const own = at?.kind === 'text' ? [t`${keyNames['box.editor']} in $EDITOR`] : [];
  const switches = at?.kind === 'choices' && at.chosen && !at.isRow ? [t`Enter on or off`] : own;
  if (others.length > 0) return [t`${keyNames['box.send']} ${verb}`, t`Tab`, ...switches];
  return [t`Enter ${verb}`, ...(first?.kind === 'line' && first.complete ? [t`Tab completes`] : [])];
}

/** One sign for each character of a secret text. */
export function hidden({ text, cursor }: Draft): Draft {
  const signsOf = (part: string) => '*'.repeat(graphemes(part).length);
  return { text: signsOf(text), cursor: signsOf(text.slice(0, cursor)).length };
}
