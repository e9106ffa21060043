import { Box } from 'ink';
import type { ReactElement } from 'react';
import { actions } from '../../actions/index.ts';
import type { Field } from '../../keys/action.ts';
import { topOverlay } from '../../keys/overlay.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';

/** The column of a notice in the footer. */
const NOTICE_AT = 12;
/** Narrower than this, it begins at the left edge. */
const NARROW = 60;
/** The columns of the words that the text makes: `Fri 27 Nov 09:00 keep`. */
const MADE_COLUMNS = 21;
/** The columns of the text, behind these words and before its rule; with a lead, and the fewest. */
const TEXT_COLUMNS = 16;
const BEHIND_LEAD = 14;
const MIN_TEXT_COLUMNS = 9;

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
 * Only this line changes when the field opens, and when it closes: a box would have to give back all that it covers. The
 * words that the text makes stand where the notice of what is done repeats them.
 */
export function LastLineField({ overlay, columns }: LastLineFieldProps): ReactElement {
  const field = fieldOf(overlay);
  const lead = useWorld(world => field?.lastLine?.(world, overlay).lead ?? t``);
  const made = useWorld(world => field?.lastLine?.(world, overlay).made ?? t``);
  const rule = useWorld(world => field?.rule?.(world, overlay) ?? t``);
  const before = wordsBefore(lead, made, columns);
  const { draft, fault } = overlay;
  const room = Math.max(0, columns - width(before) - TEXT_COLUMNS);
  return (
    <Box>
      <FieldLine draft={draft} columns={columns - room} before={before} />
      <Line>{paint(fault ? 'problem' : 'dim', pad(fault ?? (width(rule) < room ? rule : t``), room))}</Line>
    </Box>
  );
}

/** What stands before the text: as much as leaves it room. */
function wordsBefore(lead: SafeText, made: SafeText, columns: number): SafeText {
  const padded = pad(made, Math.max(width(made), MADE_COLUMNS));
  const whole = t`${pad(t``, columns < NARROW ? 1 : NOTICE_AT)}${lead}${padded} · `;
  return columns - width(whole) >= BEHIND_LEAD ? whole : t` ${cut(made, columns - MIN_TEXT_COLUMNS - 4)} · `;
}
