import { useState } from 'react';
import { restMs } from '../../state/sync/follow-cursor.ts';
import type { World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { useWorld } from '../use-world.ts';
import { Lines } from '../widgets/line.tsx';

/** A lower box needs the rows for its keys: it says less of the link, or nothing. */
const MIN_ROWS = 12;
const ROOMY = 16;

/** What `slow` in the footer changes, in rows of a box of this inner size; no rows on a fast link. */
export function useSlowNote(columns: number, rows: number): readonly SafeText[] {
  const link = useWorld(world => world.link);
  const wire = useWorld(world => world.wire);
  // Read once: drawing changed figures would bring answers, and those would change the figures.
  const [seen] = useState(wire);
  if (link === 'fast' || rows < MIN_ROWS) return [];
  return wrap(noteOf(seen, rows >= ROOMY), columns - 2);
}

function noteOf(wire: World['wire'], isWhole: boolean): SafeText {
  const figures = [
    ...(wire.roundTripMs === undefined ? [] : [t`${Math.round(wire.roundTripMs)} ms`]),
    ...(wire.bytesPerSecond === undefined ? [] : [t`${grouped(wire.bytesPerSecond)} bytes a second`]),
  ];
  const measured = figures.length === 0 ? t`` : t` (${join(figures, t`, `)})`;
  const change = isWhole
    ? t`a marker, no bar; the preview and the ends of rows after ${restMs.slow} ms; half a page at the list's edge; counts and key hints rest; a row that you took out stays (×)`
    : t`less is drawn`;
  return t`Slow link${measured}: ${change}. --link fast turns this off.`;
}

/** Those rows, in the box that they were wrapped for. */
export function SlowNote({ lines, columns }: { readonly lines: readonly SafeText[]; readonly columns: number }) {
  return <Lines of={lines.map(line => t` ${pad(line, columns - 1)}`)} look="dim" />;
}
