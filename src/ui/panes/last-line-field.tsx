import { Box } from 'ink';
import type { ReactElement } from 'react';
import { actions } from '../../actions/index.ts';
import type { Field } from '../../keys/action.ts';
import { topOverlay } from '../../keys/overlay.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
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

/** The field that is typed in the last line. */
export function lastLineField(world: World): FieldOverlay | undefined {
  const top = topOverlay(world);
  return top?.kind === 'field' && fieldOf(top)?.lastLine ? top : undefined;
}

function fieldOf({ actionId }: FieldOverlay): Field<unknown> | undefined {
  return actions.find(({ id }) => id === actionId)?.field;
}

interface LastLineFieldProps {
  readonly overlay: FieldOverlay;
  readonly columns: number;
}

/**
 * Only this line changes when the field opens, and when it closes: a box would have to give back all that it covers. What
 * it asks for comes first, then the text, then what the text means, or else what may be typed.
 */
export function LastLineField({ overlay, columns }: LastLineFieldProps): ReactElement {
  const field = fieldOf(overlay);
  const lead = useWorld(world => field?.lastLine?.(world, overlay).lead ?? t``);
  const made = useWorld(world => field?.lastLine?.(world, overlay).made ?? t``);
  const rule = useWorld(world => field?.rule?.(world, overlay) ?? t``);
  const whole = t` ${lead} `;
  const before = columns - width(whole) < TEXT_COLUMNS + MADE_COLUMNS ? t` ` : whole;
  const { draft, fault } = overlay;
  const free = columns - width(before);
  const room = free - Math.max(MIN_TEXT_COLUMNS, Math.min(TEXT_COLUMNS, free - MADE_COLUMNS));
  const said = fault ?? made;
  return (
    <Box>
      <FieldLine draft={draft} columns={columns - room} before={before} />
      <Line>{paint(fault ? 'problem' : said === '' ? 'dim' : 'plain', pad(said === '' ? rule : said, room))}</Line>
    </Box>
  );
}
