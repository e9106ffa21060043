import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import type { Field } from '../../keys/action.ts';
import { pad } from '../../text/cut.ts';
import { join, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { Box, FRAME } from './box.tsx';
import type { FieldBoxProps } from './field-box.tsx';
import { FilesRow } from './files-row.tsx';
import { UnderField, useUnderField } from './under-field.tsx';
import { useWritingPlace } from './writing-place.ts';
import { textWindow, WrittenText } from './written-text.tsx';

/** A text of many lines at the foot of the detail; its head says who will read it. */
export function NoteBox({ field, overlay, screen }: FieldBoxProps): ReactElement {
  const title = useWorld(world => field.title(world, overlay));
  const pane = useWritingPlace(screen);
  const { left, columns: outer } = pane;
  const columns = outer - FRAME;
  const under = useUnderField(field, overlay, columns);
  const files = useWorld(world => field.attached?.(world, overlay) ?? t``);
  const further = under.rows.length + (files === '' ? 0 : 1);
  const text = textWindow(overlay.draft, columns, pane, further);
  const inner = text.room + further;
  const top = Math.max(0, screen.rows - FRAME - inner - FRAME - 1);
  const audience = pad(field.audience ?? t``, Math.max(0, outer - width(title) - 2));
  return (
    <InkBox position="absolute" flexDirection="column">
      <InkBox marginLeft={left} marginTop={top}>
        <Line>{[t` `, paint('noteHead', audience), title, t` `]}</Line>
      </InkBox>
      <Box place={{ left, top: top + 1, columns, rows: inner }} title={t``} foot={footOf(field, columns)}>
        <WrittenText text={text} columns={columns} />
        <FilesRow files={files} columns={columns} />
        <UnderField under={under} columns={columns} />
      </Box>
    </InkBox>
  );
}

/** As many hints as fit; what sends the text and what Esc does always stand there. */
function footOf({ verb, tab, escape: onEscape = t`back` }: Field<unknown>, columns: number) {
  const [send, editor, back] = [t`Ctrl-d ${verb}`, t`Ctrl-g in $EDITOR`, t`Esc ${onEscape}`];
  const further = tab === undefined ? [] : [t`Tab ${tab}`];
  const feet = [
    [send, ...further, editor, back],
    [send, ...further, back],
    [send, back],
  ];
  const whole = feet.map(parts => join(parts, t` · `));
  return whole.find(foot => width(foot) <= columns - 2) ?? whole.at(-1)!;
}
