import type { ReactElement } from 'react';
import { asked, viewOf } from '../../keys/flow.ts';
import { cut } from '../../text/cut.ts';
import { t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { firstShown } from '../layout.ts';
import { useWorld } from '../use-world.ts';
import { Fill, Lines, type Piece } from '../widgets/line.tsx';
import { DialogBox, type OpenBoxProps, placeBox } from './box.tsx';
import { blockOf, partLabel } from './form-rows.ts';
import { footOf, LIST_EDGE_ROWS, MAX_COLUMNS, MAX_OPTIONS, type PartDrawn } from './part-sizes.ts';

/** A label has no more of the columns than this part. */
const LABEL_SHARE = 0.4;

/**
 * A box whose parts are rows below each other. The one with the keys shows its rule, and all of a text or of a list. The
 * box is as high as its largest part needs, so that it stays where it is from part to part.
 */
export function FormBox({ open, screen }: OpenBoxProps): ReactElement {
  const world = useWorld(all => all);
  const { box } = asked(open);
  const view = viewOf(world, open);
  const most = Math.min(MAX_COLUMNS, screen.columns - 2);
  const limit = Math.max(1, Math.min(screen.rows - LIST_EDGE_ROWS, world.link === 'fast' ? screen.rows : MAX_OPTIONS));
  const { columns: all } = placeBox(screen, most, limit);
  const changed = new Set(box.asks?.changed(view));
  const { faults = {}, fault, state } = open;
  const isAboutAll = Object.keys(faults).length === 0;
  const parts = Object.entries(box.parts).map(([name, part]): PartDrawn => {
    const own = faults[name] ?? (isAboutAll && name === state.at ? fault : undefined);
    return { name, part, state: state.parts[name]!, view, fault: own };
  });
  const labels = parts.map(({ part }) => width(partLabel(part)));
  const layout = { all, room: limit, label: Math.min(Math.max(...labels), Math.floor(all * LABEL_SHARE)) };
  const blocksOf = (isOpen: boolean) =>
    parts.map(one => blockOf(one, one.fault ? t`!` : changed.has(one.name) ? t`*` : t` `, layout, isOpen));
  const [closed, opened] = [blocksOf(false), blocksOf(true)];
  const extra = Math.max(...opened.map((rows, index) => rows.length - closed[index]!.length));
  const place = placeBox(screen, most, Math.min(limit, closed.flat().length + extra));
  const at = parts.findIndex(({ name }) => name === state.at);
  const { shown, below } = windowOf(closed.with(at, opened[at]!), at, place.rows);
  const { foot } = footOf(box, view, all - 2, 0);
  const whole = below > 0 ? cut(t`${foot} · ${below} more below`, all - 2) : foot;
  return (
    <DialogBox place={place} title={cut(box.title(view), all - 2)} foot={whole}>
      <Lines of={shown} />
      <Fill rows={place.rows - shown.length} columns={all} />
    </DialogBox>
  );
}

/**
 * As many rows as there is room for, all rows of the part with the keys among them if they fit, and how many are below
 * them.
 */
function windowOf(blocks: readonly (readonly Piece[])[], at: number, room: number) {
  const rows = blocks.flat();
  const start = blocks.slice(0, at).flat().length;
  const end = start + blocks[at]!.length;
  const top = firstShown(start, rows.length, room);
  const first = end > top + room ? Math.min(start, end - room) : top;
  return { shown: rows.slice(first, first + room), below: Math.max(0, rows.length - first - room) };
}
