import SelectInput from 'ink-select-input';
import type { ReactElement } from 'react';
import type { Option } from '../../keys/option.ts';
import { pad } from '../../text/cut.ts';
import { t } from '../../text/safe.ts';
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
  readonly option: Option;
  readonly columns: number;
}

/** The rows of a picker with the chosen one marked. Display only: keys move the index in the store. */
export function ChoiceList({ options, index, columns, rows, hasCursor }: ChoiceListProps): ReactElement {
  const top = firstShown(index, options.length, rows);
  const shown = options.slice(top, top + rows);
  const items = shown.map(
    (option): Choice => ({ key: option.id, label: option.label, value: undefined, option, columns: columns - 1 }),
  );
  return (
    <SelectInput
      // ink-select-input keeps the index of its first drawing, so another index needs another list.
      key={`${top}:${index}:${options.length}`}
      items={items}
      isFocused={false}
      initialIndex={index - top}
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

function ChoiceItem({ option, columns }: Choice): ReactElement {
  const detail = option.whyNot ?? option.detail ?? t``;
  const detailColumns = Math.min(width(detail), Math.max(0, columns - 12));
  const room = columns - 2 - detailColumns - (detailColumns > 0 ? 2 : 1);
  const gap = detailColumns > 0 ? t` ` : t``;
  const row = t`${pad(option.sign ?? t` `, 1)} ${pad(option.label, room)}${gap}${pad(detail, detailColumns, 'right')}`;
  return <Line>{[paint(option.whyNot === undefined ? 'plain' : 'dim', row), t` `]}</Line>;
}
