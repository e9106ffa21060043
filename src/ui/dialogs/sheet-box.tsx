import type { ReactElement } from 'react';
import type { Sheet } from '../../keys/action.ts';
import { sheetPage, sheetTop } from '../../keys/sheet-page.ts';
import type { SheetOverlay } from '../../state/overlay.ts';
import { t } from '../../text/safe.ts';
import type { Size } from '../layout.ts';
import { useWorld } from '../use-world.ts';
import { Fill, Lines } from '../widgets/line.tsx';
import { Box, placeBox, withCursor } from './box.tsx';
import { PlainSheet } from './plain-sheet.tsx';

interface SheetBoxProps {
  readonly sheet: Sheet<unknown>;
  readonly overlay: SheetOverlay;
  readonly screen: Size;
}

/** A page to read. */
export function SheetBox({ sheet, overlay, screen }: SheetBoxProps): ReactElement {
  const world = useWorld(all => all);
  const page = sheetPage(screen, sheet.isPlain);
  const place = placeBox(screen, page.columns, page.rows);
  const lines = sheet.lines(world, overlay);
  const top = sheetTop(lines.length, overlay.top, page);
  const shown = lines.slice(top, top + (sheet.isPlain ? page.rows : place.rows));
  const title = sheet.title(world, overlay);
  const part = t`${title} · lines ${top + 1}–${top + shown.length} of ${lines.length}`;
  const head = shown.length < lines.length ? part : title;
  const foot = sheet.foot?.(world, overlay) ?? t`j k scroll · Esc back`;
  if (sheet.isPlain) {
    const blanks = sheet.isFull ? page.rows - shown.length : 0;
    return <PlainSheet title={head} lines={shown} blanks={blanks} foot={foot} columns={screen.columns} />;
  }
  return (
    <Box place={place} title={head} foot={foot}>
      <Lines of={withCursor(shown, place.columns)} />
      <Fill rows={place.rows - shown.length} columns={place.columns} />
    </Box>
  );
}
