import { Box } from 'ink';
import type { ReactElement } from 'react';
import { asked, viewOf } from '../../keys/flow.ts';
import { lineIn } from '../../keys/line-keys.ts';
import { topOverlay } from '../../keys/overlay.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';

/** The columns of the text, the fewest of them, and those of the words that it makes: `Fri 27 Nov 09:00 keep`. */
const TEXT_COLUMNS = 20;
const MIN_TEXT_COLUMNS = 9;
const MADE_COLUMNS = 21;
/** The cursor and a blank. */
const EMPTY_COLUMNS = 2;

/** The box whose line is typed in the last line. */
export function lastLineBox(world: World): OpenBox | undefined {
  const top = topOverlay(world);
  return top && asked(top).box.place === 'last' ? top : undefined;
}

interface LastLineFieldProps {
  readonly open: OpenBox;
  readonly columns: number;
}

/**
 * Only this line changes when the box opens, and when it closes: a frame would have to give back all that it covers. What
 * it asks for comes first, then the text, then what the text means, or else what may be typed.
 */
export function LastLineField({ open, columns }: LastLineFieldProps): ReactElement {
  const { part, state } = lineIn(open)!;
  const { text } = state.draft;
  const lead = useWorld(world => asked(open).box.title(viewOf(world, open)));
  const made = useWorld(world => part.made?.(viewOf(world, open), text) ?? t``);
  const rule = useWorld(world => part.rule?.(viewOf(world, open), text) ?? t``);
  const whole = t` ${lead} `;
  const before = columns - width(whole) < TEXT_COLUMNS + MADE_COLUMNS ? t` ` : whole;
  const free = columns - width(before);
  const { fault } = open;
  const said = fault ?? made;
  const usual = free - Math.max(MIN_TEXT_COLUMNS, Math.min(TEXT_COLUMNS, free - MADE_COLUMNS));
  const isEmpty = text === '' && said === '';
  const room = isEmpty ? Math.max(usual, Math.min(width(rule), free - EMPTY_COLUMNS)) : usual;
  return (
    <Box>
      <FieldLine draft={state.draft} columns={columns - room} before={before} />
      <Line>{paint(fault ? 'problem' : said === '' ? 'dim' : 'plain', pad(said === '' ? rule : said, room))}</Line>
    </Box>
  );
}
