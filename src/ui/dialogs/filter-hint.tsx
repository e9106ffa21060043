import { Box } from 'ink';
import { type ReactElement, useEffect, useState } from 'react';
import { hintAt } from '../../state/query/complete.ts';
import { restMs } from '../../state/sync/follow-cursor.ts';
import type { TypedText } from '../../state/world/open-box.ts';
import { pad } from '../../text/cut.ts';
import type { Draft } from '../../text/edit.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { boxOf, type Size } from '../layout.ts';
import { useDesk, useLayout, useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';

interface FilterHintProps {
  readonly line: TypedText;
  readonly screen: Size;
}

/** The next possible words of the filter line, over the row beneath it: nothing else moves. */
export function FilterHint({ line, screen }: FilterHintProps): ReactElement | null {
  const box = boxOf(useLayout(screen), 'list');
  const hint = useHint(line);
  if (box === undefined || hint === undefined) return null;
  return (
    <Box position="absolute" marginLeft={box.left} marginTop={box.top + 1} width={box.columns} height={1}>
      <Line look="dim">{t` ${pad(hint, box.columns - 2)} `}</Line>
    </Box>
  );
}

/** On a slow link it follows only a Tab, or a pause without keys. */
function useHint({ draft, walk }: TypedText): SafeText | undefined {
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
