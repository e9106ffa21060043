import type { ReactElement } from 'react';
import { cursorIn } from '../../keys/options.ts';
import { shownOptions } from '../../keys/part-state.ts';
import type { ChoicesPart } from '../../keys/parts.ts';
import type { ChoicesState } from '../../state/world/open-box.ts';
import { pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { paint } from '../theme.ts';
import { Fill, Line, Lines } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';
import { withCursorSign } from './box.tsx';
import { ChoiceList } from './choice-list.tsx';
import { hidden, type PartDrawn, PREVIEW_ROWS, readLines, underLine, wrapped } from './part-sizes.ts';

interface PartRowsProps {
  readonly drawn: PartDrawn;
  readonly columns: number;
  readonly rows: number;
  /** The terminal's cursor stands in it. */
  readonly hasCursor: boolean;
}

/** The rows of a part. */
export function PartRows({ drawn, columns, rows, hasCursor }: PartRowsProps): ReactElement {
  const { part, state, view } = drawn;
  if (part.kind === 'choices' && state.kind === 'choices')
    return <ChoiceRows drawn={drawn} part={part} state={state} columns={columns} rows={rows} />;
  if (part.kind === 'line' && state.kind === 'line') {
    const under = underLine(drawn, columns);
    const draft = part.isSecret?.(view) ? hidden(state.draft) : state.draft;
    return (
      <>
        <FieldLine draft={draft} columns={columns} before={t` `} />
        <Lines of={under.rows.map(row => [t` `, paint(under.look, pad(row, columns - 1))])} />
      </>
    );
  }
  const lines =
    part.kind === 'page' || part.kind === 'buttons' ? wrapped(readLines(part, view, columns - 2), columns) : [];
  const shown = shownOf(lines, rows);
  return <Lines of={hasCursor ? withCursorSign(shown, columns) : shown.map(line => t` ${pad(line, columns - 1)}`)} />;
}

/** If the text is too long, its middle is left out: the end of a question says what cannot be undone. */
function shownOf(lines: readonly SafeText[], rows: number): readonly SafeText[] {
  if (lines.length <= rows) return lines;
  const tail = Math.min(3, rows - 1);
  const left = lines.length - (rows - 1);
  return [...lines.slice(0, rows - 1 - tail), t`… ${left} more lines`, ...lines.slice(lines.length - tail)];
}

interface ChoiceRowsProps extends Omit<PartRowsProps, 'hasCursor'> {
  readonly part: ChoicesPart<unknown, unknown>;
  readonly state: ChoicesState;
}

function ChoiceRows({ drawn: { view }, part, state, columns, rows }: ChoiceRowsProps): ReactElement {
  const options = shownOptions(part, view, state.draft);
  const at = cursorIn(options, state);
  const chosen = options[at];
  const preview = part.preview && (chosen ? part.preview(view, chosen) : t``);
  const listed = rows - (state.draft === null ? 0 : 1) - (preview === undefined ? 0 : PREVIEW_ROWS);
  return (
    <>
      {state.draft === null ? null : <FieldLine draft={state.draft} columns={columns} />}
      {options.length === 0 ? (
        <Line look="dim">{t` ${pad(part.empty?.(view) ?? t`Nothing matches.`, columns - 1)}`}</Line>
      ) : (
        <ChoiceList options={options} index={at} columns={columns} rows={listed} hasCursor={state.draft === null} />
      )}
      <Fill rows={listed - Math.max(1, options.length)} columns={columns} />
      {preview === undefined ? null : (
        <Lines of={previewLines(preview, columns - 1).map(line => [t` `, paint('dim', line)])} />
      )}
    </>
  );
}

/** The beginning of a text of any length, in a number of rows. */
function previewLines(preview: SafeText, columns: number): readonly SafeText[] {
  const [first = t``, ...rest] = wrap(preview, columns);
  return [pad(first, columns), pad(join(rest.slice(0, 4), t` `), columns)];
}
