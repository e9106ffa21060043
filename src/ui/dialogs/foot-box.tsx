import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import { asked, viewOf } from '../../keys/flow.ts';
import { lineIn } from '../../keys/line-keys.ts';
import type { AnyBox, AnyView } from '../../keys/parts.ts';
import type { OpenBox } from '../../state/open-box.ts';
import { pad } from '../../text/cut.ts';
import { join, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { Size } from '../layout.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line, Lines } from '../widgets/line.tsx';
import { Box, FRAME } from './box.tsx';
import { underLine } from './part-sizes.ts';
import { FilesRow, textWindow, useWritingPlace, WrittenText } from './written-text.tsx';

interface FootBoxProps {
  readonly open: OpenBox;
  readonly screen: Size;
}

/** A text of many lines at the foot of the detail; its head says who will read it. */
export function FootBox({ open, screen }: FootBoxProps): ReactElement {
  const world = useWorld(all => all);
  const { box } = asked(open);
  const view = viewOf(world, open);
  const title = box.title(view);
  const pane = useWritingPlace(screen);
  const { left, columns: outer } = pane;
  const columns = outer - FRAME;
  const { part, state } = lineIn(open)!;
  const under = underLine({ name: open.state.at, part, state, view, fault: open.fault }, columns);
  const files = part.attached?.(view) ?? t``;
  const further = under.rows.length + (files === '' ? 0 : 1);
  const text = textWindow(state.draft, columns, pane, further);
  const inner = text.room + further;
  const top = Math.max(0, screen.rows - FRAME - inner - FRAME - 1);
  const audience = pad(box.audience ?? t``, Math.max(0, outer - width(title) - 2));
  return (
    <InkBox position="absolute" flexDirection="column">
      <InkBox marginLeft={left} marginTop={top}>
        <Line>{[t` `, paint('noteHead', audience), title, t` `]}</Line>
      </InkBox>
      <Box place={{ left, top: top + 1, columns, rows: inner }} title={t``} foot={footOf(box, view, columns)}>
        <WrittenText text={text} columns={columns} />
        <FilesRow files={files} columns={columns} />
        <Lines of={under.rows.map(row => [t` `, paint(under.look, pad(row, columns - 1))])} />
      </Box>
    </InkBox>
  );
}

/** As many hints as fit; what sends the text and what Esc does always stand there. */
function footOf(box: AnyBox, view: AnyView, columns: number) {
  const { keyNames: keys } = view.world;
  const tab = lineIn(view.open)?.part.tab;
  const [send, editor, back] = [
    t`${keys['box.send']} ${box.verb}`,
    t`${keys['box.editor']} in $EDITOR`,
    t`Esc ${box.escape?.(view) ?? t`back`}`,
  ];
  const further = tab === undefined ? [] : [t`Tab ${tab}`];
  const feet = [
    [send, ...further, editor, back],
    [send, ...further, back],
    [send, back],
  ];
  const whole = feet.map(parts => join(parts, t` · `));
  return whole.find(foot => width(foot) <= columns - 2) ?? whole.at(-1)!;
}
