import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import type { Field } from '../../keys/action.ts';
import { pad } from '../../text/cut.ts';
import { t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { Box, FRAME } from './box.tsx';
import type { FieldBoxProps } from './field-box.tsx';
import { UnderField, useUnderField } from './under-field.tsx';
import { useWritingPlace } from './writing-place.ts';
import { textWindow, WrittenText } from './written-text.tsx';

/** The head, the frame, the footer and its rule. */
const OTHER_ROWS = 5;

/** A text of many lines at the foot of the detail; its head says who will read it. */
export function NoteBox({ field, overlay, screen }: FieldBoxProps): ReactElement {
  const title = useWorld(world => field.title(world, overlay));
  const { left, columns: outer } = useWritingPlace(screen);
  const columns = outer - FRAME;
  const under = useUnderField(field, overlay, columns);
  const text = textWindow(overlay.draft, columns, screen.rows - OTHER_ROWS - under.rows.length);
  const inner = text.room + under.rows.length;
  const top = Math.max(0, screen.rows - FRAME - inner - FRAME - 1);
  const audience = pad(field.audience ?? t``, Math.max(0, outer - width(title) - 2));
  return (
    <InkBox position="absolute" flexDirection="column">
      <InkBox marginLeft={left} marginTop={top}>
        <Line>{[t` `, paint('noteHead', audience), title, t` `]}</Line>
      </InkBox>
      <Box place={{ left, top: top + 1, columns, rows: inner }} title={t``} foot={footOf(field, columns)}>
        <WrittenText text={text} columns={columns} />
        <UnderField under={under} columns={columns} />
      </Box>
    </InkBox>
  );
}

function footOf({ verb, escape: onEscape = t`back` }: Field<unknown>, columns: number) {
  const whole = t`Ctrl-d ${verb} · Ctrl-g in $EDITOR · Esc ${onEscape}`;
  return width(whole) <= columns - 2 ? whole : t`Ctrl-d ${verb} · Esc ${onEscape}`;
}
