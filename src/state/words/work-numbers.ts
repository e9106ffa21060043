import type { Numbers, NumbersRow } from '../../client/model.ts';
import { cut, pad } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { timeUntil } from '../../text/relative-time.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { spansInWords } from '../../text/time-words.ts';
import { width } from '../../text/width.ts';
import { type AskedNumbers, isSameAsked, type SaidNumbers } from '../world/said-numbers.ts';
import type { Visible } from '../world.ts';
import { agentName, inboxName } from './names.ts';

const MINUTE_S = 60;
const NONE = t`–`;
const MAX_NAME = 16;
const MIN_NAME = 6;
/** The part of a day that a narrow table leaves out. */
const YEAR = 'YYYY-';

/** The subject of a row: an agent, an inbox, a day or a tag. */
export function numbersRowName(visible: Visible, by: Numbers['by'], row: NumbersRow): SafeText {
  if (by === 'day') return row.day ?? NONE;
  if (by === 'tag') return row.tag ?? NONE;
  if (by === 'inbox') return row.inbox_id ? inboxName(visible, row.inbox_id) : NONE;
  return row.agent_id ? agentName(visible, row.agent_id) : t`no agent`;
}

/** A time in at most four cells: `<1m`, `42m`, `4h`, `2d`. */
function time(seconds: number | null | undefined): SafeText {
  if (seconds === null || seconds === undefined) return NONE;
  return seconds < MINUTE_S ? t`<1m` : timeUntil(seconds * 1_000, 0);
}

/** The columns behind the name, with the number of each median and mean beside it. */
const columns = [
  { head: t`CAME`, word: t`came`, cell: (row: NumbersRow) => grouped(row.came ?? 0) },
  { head: t`ANSWERED`, word: t`answered`, cell: (row: NumbersRow) => grouped(row.answered ?? 0) },
  { head: t`MEDIAN`, word: t`half of them within`, cell: (row: NumbersRow) => time(row.answer_median) },
  { head: t`90%`, word: t`90 percent within`, cell: (row: NumbersRow) => time(row.answer_p90) },
  { head: t`IN TIME`, word: t`in time`, cell: inTime, isShown: (row: NumbersRow) => (row.targeted ?? 0) > 0 },
  { head: t`CLOSED`, word: t`closed`, cell: (row: NumbersRow) => grouped(row.closed ?? 0) },
  { head: t`MEDIAN`, word: t`half of them within`, cell: (row: NumbersRow) => time(row.close_median) },
  { head: t`REOPENED`, word: t`reopened`, cell: (row: NumbersRow) => grouped(row.reopened ?? 0) },
  { head: t`LEFT`, word: t`left`, cell: (row: NumbersRow) => grouped(row.left ?? 0) },
  { head: t`RATED`, word: t`rated`, cell: (row: NumbersRow) => grouped(row.rated ?? 0) },
  {
    head: t`MEAN`,
    word: t`mean`,
    cell: ({ rating_mean: mean }: NumbersRow) => (mean === null ? NONE : safeLine(mean.toFixed(2))),
  },
] as const;

/** The columns of these rows: without a target there is nothing in time. */
export function shownNumberColumns(rows: readonly NumbersRow[]) {
  return columns.filter(column => !('isShown' in column) || rows.some(column.isShown));
}

/** The share of the answers with a target that came within it. */
function inTime({ targeted, in_time: count }: NumbersRow): SafeText {
  if (!targeted) return NONE;
  return t`${Math.floor((100 * (count ?? 0)) / targeted)}%`;
}

/** The last answer about these; undefined if there was none. */
export function saidOf({ base }: Visible, asked: AskedNumbers): SaidNumbers | undefined {
  return base.workNumbers.find(one => isSameAsked(one, asked));
}

/**
 * The numbers as lines of a table, its head first, no wider than it has to be: where there is no room, names are cut, and
 * days say no year.
 */
export function numberLines(visible: Visible, { by, said }: SaidNumbers, space: number): readonly SafeText[] {
  const shown = shownNumberColumns(said.rows);
  const rows = rowsOf(said);
  const numbers = [shown.map(({ head }) => head), ...rows.map(row => shown.map(({ cell }) => cell(row)))];
  const own = shown.map((_, at) => Math.max(...numbers.map(cells => width(cells[at]!))));
  const left = space - own.reduce((sum, columns) => sum + columns + 1, 0);
  const room = Math.max(MIN_NAME, Math.min(MAX_NAME, left));
  const nameOf = (row: NumbersRow): SafeText => {
    if (row === said.all) return t`all`;
    return row.day && room < row.day.length
      ? safeLine(row.day.slice(YEAR.length))
      : cut(numbersRowName(visible, by, row), room);
  };
  const names = rows.map(nameOf);
  const table = [t``, ...names].map((name, at) => [name, ...numbers[at]!]);
  const widths = [Math.max(...names.map(width), 0), ...own];
  const line = (cells: readonly SafeText[]) =>
    join(
      cells.map((cell, at) => pad(cell, widths[at]!, at === 0 ? 'left' : 'right')),
      t` `,
    );
  return table.map(line);
}

/** The numbers, as a sentence for each row. Values that were not measured are left out. */
export function numberSentences(visible: Visible, { by, said }: SaidNumbers): readonly SafeText[] {
  const shown = shownNumberColumns(said.rows);
  return rowsOf(said).map(row => {
    const cells = shown.map(({ word, cell }) => ({ word, text: cell(row) })).filter(({ text }) => text !== NONE);
    const name = row === said.all ? t`all` : numbersRowName(visible, by, row);
    return t`${name}: ${join(
      cells.map(({ word, text }) => t`${word} ${spansInWords(text)}`),
      t`, `,
    )}.`;
  });
}

/** The rows, and behind several of them the one for all. */
function rowsOf({ rows, all }: SaidNumbers['said']): readonly NumbersRow[] {
  return all && rows.length > 1 ? [...rows, all] : rows;
}
