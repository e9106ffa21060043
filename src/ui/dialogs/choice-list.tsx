import SelectInput from 'ink-select-input';
import type { ReactElement } from 'react';
import type { Option } from '../../keys/option.ts';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { firstShown } from '../layout.ts';
import { paint, signs } from '../theme.ts';
import { Line, type Piece } from '../widgets/line.tsx';

interface ChoiceListProps {
  readonly options: readonly Option[];
  readonly index: number;
  readonly columns: number;
  readonly rows: number;
  /** The terminal's cursor stands at the chosen row; false if a filter line has it. */
  readonly hasCursor: boolean;
}

/** One row: a choice, or the title of those below it. */
interface Choice {
  readonly label: string;
  /** Tells the rows apart. */
  readonly value: string;
  readonly row: Option | SafeText;
  readonly columns: number;
  readonly marker: Piece;
}

/**
 * The rows of a picker with the chosen one marked. Display only: keys move the index in the store. The mark is part of its
 * row, because ink-select-input lets its own index be set only once.
 */
export function ChoiceList({ options, index, columns, rows, hasCursor }: ChoiceListProps): ReactElement {
  const all = options.flatMap(({ group }, at) =>
    group === undefined || group === options[at - 1]?.group ? [options[at]!] : [group, options[at]!],
  );
  const chosen = options[index];
  const top = firstShown(all.indexOf(chosen!), all.length, rows);
  const marker = hasCursor ? paint('cursor', signs.marker) : signs.marker;
  const items = all.slice(top).map((row): Choice => {
    const [value, label] = typeof row === 'string' ? [`group ${row}`, row] : [row.id, row.label];
    return { label, value, row, columns: columns - 1, marker: row === chosen ? marker : t` ` };
  });
  return (
    <SelectInput
      items={items}
      limit={Math.max(1, rows)}
      isFocused={false}
      indicatorComponent={NoIndicator}
      itemComponent={ChoiceItem as never}
    />
  );
}

function NoIndicator(): null {
  return null;
}

function ChoiceItem({ row, columns, marker }: Choice): ReactElement {
  return typeof row === 'string' ? (
    <Line look="bold">{[marker, pad(row, columns)]}</Line>
  ) : (
    <Line>{[marker, optionPieces(row, columns)]}</Line>
  );
}

function optionPieces(option: Option, columns: number): Piece {
  const detail = option.whyNot ?? option.detail ?? t``;
  const detailColumns = Math.min(width(detail), Math.max(0, columns - 12));
  const signColumns = Math.max(1, width(option.sign ?? t``));
  const room = columns - 1 - signColumns - detailColumns - (detailColumns > 0 ? 2 : 1);
  const gap = detailColumns > 0 ? t` ` : t``;
  const sign = pad(option.sign ?? t``, signColumns);
  const text = t`${sign} ${pad(option.label, room)}${gap}${pad(detail, detailColumns, 'right')}`;
  return [paint(option.whyNot === undefined && !option.isDim ? 'plain' : 'dim', text), t` `];
}
