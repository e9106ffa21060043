import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import type { Field } from '../../keys/action.ts';
import { pad } from '../../text/cut.ts';
import { t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { boxOf, layoutOf } from '../layout.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { cursorPieces } from '../widgets/cursor-pieces.ts';
import { fieldRows } from '../widgets/field-view.ts';
import { Fill, Line } from '../widgets/line.tsx';
import { Box, FRAME } from './box.tsx';
import type { FieldBoxProps } from './field-box.tsx';
import { UnderField, useUnderField } from './under-field.tsx';

const MIN_ROWS = 4;
/** Narrower than this, there is no room to write in a box over the detail. */
const MIN_COLUMNS = 40;
/** The head, the frame, the footer and its rule. */
const OTHER_ROWS = 5;

/** A text of many lines at the foot of the detail; its head says who will read it. */
export function NoteBox({ field, overlay, screen }: FieldBoxProps): ReactElement {
  const title = useWorld(world => field.title(world, overlay));
  const isWide = useWorld(world => world.isWide);
  const isStacked = useWorld(world => world.isStacked);
  const detail = boxOf(layoutOf(screen, { pane: 'detail', isWide, isStacked }), 'detail');
  const isOverDetail = detail !== undefined && detail.columns >= MIN_COLUMNS;
  const outer = isOverDetail ? detail.columns : screen.columns;
  const left = isOverDetail ? detail.left : 0;
  const columns = outer - FRAME;
  const rows = fieldRows(overlay.draft, columns - 2);
  const under = useUnderField(field, overlay, columns);
  const room = Math.max(1, Math.min(Math.max(MIN_ROWS, rows.length), screen.rows - OTHER_ROWS - under.rows.length));
  const at = rows.findIndex(({ cursor }) => cursor >= 0);
  const first = Math.max(0, Math.min(at - room + 1, rows.length - room));
  const shown = rows.slice(first, first + room);
  const inner = room + under.rows.length;
  const top = Math.max(0, screen.rows - FRAME - inner - FRAME - 1);
  const audience = pad(field.audience ?? t``, Math.max(0, outer - width(title) - 2));
  return (
    <InkBox position="absolute" flexDirection="column">
      <InkBox marginLeft={left} marginTop={top}>
        <Line>{[t` `, paint('noteHead', audience), title, t` `]}</Line>
      </InkBox>
      <Box place={{ left, top: top + 1, columns, rows: inner }} title={t``} foot={footOf(field, columns)}>
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row of wrapped text is its place
          <Line key={index}>{[t` `, cursorPieces(row, columns - 2), t` `]}</Line>
        ))}
        <Fill rows={room - shown.length} columns={columns} />
        <UnderField under={under} columns={columns} />
      </Box>
    </InkBox>
  );
}

function footOf({ verb, escape: onEscape = t`back` }: Field<unknown>, columns: number) {
  const whole = t`Ctrl-d ${verb} · Ctrl-g in $EDITOR · Esc ${onEscape}`;
  return width(whole) <= columns - 2 ? whole : t`Ctrl-d ${verb} · Esc ${onEscape}`;
}
