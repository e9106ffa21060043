import SelectInput from 'ink-select-input';
import type { ReactElement } from 'react';
import type { Option } from '../../keys/option.ts';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { firstShown } from '../layout.ts';
import { paint, signs } from '../theme.ts';
import { Line } from '../widgets/line.tsx';

interface ChoiceListProps {
  readonly options: readonly Option[];
  readonly index: number;
  readonly columns: number;
  readonly rows: number;
  /** The terminal's cursor stands at the chosen row; false if a filter line has it. */
  readonly hasCursor: boolean;
}

/** One row. Without a value: when values change, ink-select-input puts its index on the first row. */
interface Choice {
  readonly key: string;
  readonly label: string;
  readonly value: undefined;
  /** A row to choose, or the title of those below it. */
  readonly row: Option | SafeText;
  readonly columns: number;
}

/** The rows of a picker with the chosen one marked. Display only: keys move the index in the store. */
export function ChoiceList({ options, index, columns, rows, hasCursor }: ChoiceListProps): ReactElement {
  const all = options.flatMap(({ group }, at) =>
    group === undefined || group === options[at - 1]?.group ? [options[at]!] : [group, options[at]!],
  );
  const chosen = all.indexOf(options[index]!);
  const top = firstShown(chosen, all.length, rows);
  const items = all.slice(top, top + rows).map((row): Choice => {
    const [key, label] = typeof row === 'string' ? [`group ${row}`, row] : [row.id, row.label];
    return { key, label, value: undefined, row, columns: columns - 1 };
  });
  return (
    <SelectInput
      // ink-select-input keeps the index of its first drawing, so another index needs another list.
      key={`${top}:${chosen}:${all.length}`}
      items={items}
      isFocused={false}
      initialIndex={chosen - top}
      indicatorComponent={hasCursor ? MarkerWithCursor : Marker}
      itemComponent={ChoiceItem as never}
    />
  );
}

function Marker({ isSelected = false }: { readonly isSelected?: boolean }): ReactElement {
  return <Line>{isSelected ? signs.marker : t` `}</Line>;
}

function MarkerWithCursor({ isSelected = false }: { readonly isSelected?: boolean }): ReactElement {
  return <Line>{isSelected ? paint('cursor', signs.marker) : t` `}</Line>;
}

function ChoiceItem({ row, columns }: Choice): ReactElement {
  return typeof row === 'string' ? (
    <Line look="bold">{pad(row, columns)}</Line>
  ) : (
    <OptionItem option={row} columns={columns} />
  );
}

function OptionItem({ option, columns }: { readonly option: Option; readonly columns: number }): ReactElement {
  const detail = option.whyNot ?? option.detail ?? t``;
  const detailColumns = Math.min(width(detail), Math.max(0, columns - 12));
  const signColumns = Math.max(1, width(option.sign ?? t``));
  const room = columns - 1 - signColumns - detailColumns - (detailColumns > 0 ? 2 : 1);
  const gap = detailColumns > 0 ? t` ` : t``;
  const sign = pad(option.sign ?? t``, signColumns);
  const text = t`${sign} ${pad(option.label, room)}${gap}${pad(detail, detailColumns, 'right')}`;
  return <Line>{[paint(option.whyNot === undefined && !option.isDim ? 'plain' : 'dim', text), t` `]}</Line>;
}
