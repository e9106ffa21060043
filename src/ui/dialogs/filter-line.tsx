import { Box } from 'ink';
import { type ReactElement, useEffect, useState } from 'react';
import { topOverlay } from '../../keys/overlay.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { hintAt } from '../../state/query/complete.ts';
import { restMs } from '../../state/sync/follow-cursor.ts';
import { pad } from '../../text/cut.ts';
import type { Draft } from '../../text/edit.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { boxOf, type Size } from '../layout.ts';
import { useDesk, useLayout, useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { TextField } from '../widgets/text-field.tsx';

const SIGN_COLUMNS = 3;

interface FilterLineProps {
  readonly draft: Draft;
  readonly columns: number;
  /** What stands before the text. */
  readonly sign?: SafeText;
}

/** The line of a box that narrows its rows by what is typed. */
export function FilterLine({ draft, columns, sign = t`>` }: FilterLineProps): ReactElement {
  return (
    <Box width={columns} height={1}>
      <Line>{t` ${sign} `}</Line>
      <TextField draft={draft} columns={columns - SIGN_COLUMNS - 1} />
      <Line>{t` `}</Line>
    </Box>
  );
}

/** The filter line of the list, in place of its head. */
export function HeadField({ columns }: { readonly columns: number }): ReactElement | null {
  const overlay = useWorld(topOverlay);
  return overlay?.kind === 'field' ? <FilterLine draft={overlay.draft} columns={columns} sign={t`/`} /> : null;
}

interface FilterHintProps {
  readonly overlay: FieldOverlay;
  readonly screen: Size;
}

/** What can be typed next in the filter line, over the row beneath it: nothing else moves. */
export function FilterHint({ overlay, screen }: FilterHintProps): ReactElement | null {
  const box = boxOf(useLayout(screen), 'list');
  const hint = useHint(overlay);
  if (box === undefined || hint === undefined) return null;
  return (
    <Box position="absolute" marginLeft={box.left} marginTop={box.top + 1} width={box.columns} height={1}>
      <Line look="dim">{t` ${pad(hint, box.columns - 2)} `}</Line>
    </Box>
  );
}

/** On a slow link it follows only a Tab, or a pause without keys. */
function useHint({ draft, walk }: FieldOverlay): SafeText | undefined {
  const desk = useDesk();
  const isCompleted = walk?.by === 'tab';
  const asked = isCompleted ? walk.from : draft;
  const isAtOnce = useWorld(world => world.link === 'fast') || isCompleted;
  const [rested, setRested] = useState<Draft>();
  useEffect(() => {
    if (isAtOnce) return setRested(asked);
    return desk.setTimer(() => setRested(asked), restMs.slow);
  }, [desk, isAtOnce, asked]);
  const shown = isAtOnce ? asked : rested;
  return useWorld(world => (shown === undefined ? undefined : hintAt(shown, world)));
}
