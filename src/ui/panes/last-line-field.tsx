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

/** The column of a notice in the footer. */
const NOTICE_AT = 12;
/** Narrower than this, it begins at the left edge. */
const NARROW = 60;
/** The columns of the text, behind the words that it makes and before its rule. */
const TEXT_COLUMNS = 16;

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
  const made = useWorld(world => field?.lastLine?.(world, overlay) ?? t``);
  const rule = useWorld(world => field?.rule?.(world, overlay) ?? t``);
  const before = t`${pad(t``, columns < NARROW ? 1 : NOTICE_AT)}${made} · `;
  const { draft, fault } = overlay;
  const room = Math.max(0, columns - width(before) - TEXT_COLUMNS);
  return (
    <Box>
      <FieldLine draft={draft} columns={columns - room} before={before} />
      <Line>{paint(fault ? 'problem' : 'dim', pad(fault ?? (width(rule) < room ? rule : t``), room))}</Line>
    </Box>
  );
}
