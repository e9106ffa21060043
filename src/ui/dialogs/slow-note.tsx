import { type ReactElement, useState } from 'react';
import { restMs } from '../../state/sync/follow.ts';
import type { World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';

/** The lower box needs the rows for its keys. */
const MIN_ROWS = 12;

/** What `slow` in the footer changes, in rows of a box of this inner size; no rows on a fast link. */
export function useSlowNote(columns: number, rows: number): readonly SafeText[] {
  const link = useWorld(world => world.link);
  const wire = useWorld(world => world.wire);
  // Read once: drawing changed figures would bring answers, and those would change the figures.
  const [seen] = useState(wire);
  if (link === 'fast' || rows < MIN_ROWS) return [];
  return wrap(noteOf(seen), columns - 2);
}

function noteOf(wire: World['wire']): SafeText {
  const figures = [
    ...(wire.roundTripMs === undefined ? [] : [t`${Math.round(wire.roundTripMs)} ms`]),
    ...(wire.bytesPerSecond === undefined ? [] : [t`${grouped(wire.bytesPerSecond)} bytes a second`]),
  ];
  const measured = figures.length === 0 ? t`` : t` (${join(figures, t`, `)})`;
  return t`Slow link${measured}: a marker stands for the bar, the preview follows after ${restMs.slow} ms or Enter, the list jumps half a page at its edge, counts and key hints rest, and a row that you took out keeps its place (×) until the next jump. --link fast turns this off.`;
}

/** Those rows, in the box that they were wrapped for. */
export function SlowNote({ lines, columns }: { readonly lines: readonly SafeText[]; readonly columns: number }) {
  return lines.map(
    (line, index): ReactElement => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line of wrapped text is its place
      <Line key={index} look="dim">{t` ${pad(line, columns - 1)}`}</Line>
    ),
  );
}
