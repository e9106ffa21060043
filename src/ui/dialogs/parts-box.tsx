import { type ReactElement, useLayoutEffect } from 'react';
import { asked, viewOf } from '../../keys/flow.ts';
import { keepDrawn } from '../../keys/list-state.ts';
import { cut, pad } from '../../text/cut.ts';
import { t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { useDesk, useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { DialogBox, type OpenBoxProps, placeBox, titleWithCount } from './box.tsx';
import { PartRows } from './part-rows.tsx';
import {
  footOf,
  LIST_EDGE_ROWS,
  MAX_COLUMNS,
  mostOptions,
  type PartDrawn,
  partRows,
  wantedColumns,
} from './part-sizes.ts';

const MIN_COLUMNS = 30;
/** Rows of the screen that a box without a list leaves. */
const EDGE_ROWS = 4;

/** Any box: its parts below each other. Its size depends on all choices, so that typing changes only the rows. */
export function PartsBox({ open, screen }: OpenBoxProps): ReactElement {
  const desk = useDesk();
  const world = useWorld(all => all);
  useLayoutEffect(() => keepDrawn(desk, open));
  const { box } = asked(open);
  const view = viewOf(world, open);
  const parts = Object.entries(box.parts).map(
    ([name, part]): PartDrawn => ({ name, part, state: open.state.parts[name]!, view, fault: open.fault }),
  );
  const most = Math.min(MAX_COLUMNS, screen.columns - 2);
  const { foot, below } = footOf(box, view, most - 2, Math.floor((screen.rows - LIST_EDGE_ROWS) / 2));
  const name = box.title(view);
  const wide = Math.max(MIN_COLUMNS, ...[name, foot, ...below].map(one => width(one) + 2), ...parts.map(wantedColumns));
  const fixed = parts.map(part => partRows(part, Math.min(most, wide)));
  const others = below.length + fixed.reduce((sum, rows) => sum + rows, 0);
  const list = parts.find(({ part }) => part.kind === 'choices');
  const { count, rows: usual } = list ? mostOptions(list, wide, others) : { count: 0, rows: 0 };
  // The filter line stands on a row that a list without one leaves free.
  const filter = list?.state.kind === 'choices' && list.state.draft !== null ? 1 : 0;
  const listRows = Math.min(usual, screen.rows - LIST_EDGE_ROWS - others + filter);
  const title = list ? titleWithCount(name, count, listRows) : name;
  const needed = list ? others + Math.max(1, Math.min(count, listRows)) : Math.min(others, screen.rows - EDGE_ROWS);
  const place = placeBox(screen, Math.min(most, Math.max(wide, width(title) + 2)), needed);
  /** The list, or else the page, gives way if there is too little room, and has the rest if there is more. */
  const flexible = list ?? parts.find(({ part }) => part.kind === 'page');
  return (
    <DialogBox place={place} title={cut(title, place.columns - 2)} foot={foot}>
      {parts.map((part, at) => (
        <PartRows
          key={part.name}
          drawn={part}
          columns={place.columns}
          rows={fixed[at]! + (part === flexible ? place.rows - others : 0)}
          hasCursor={part.name === open.state.at || (part.part.kind === 'page' && at === 0 && !list)}
        />
      ))}
      {below.map(line => (
        <Line key={line} look="dim">{t` ${pad(line, place.columns - 1)}`}</Line>
      ))}
    </DialogBox>
  );
}
