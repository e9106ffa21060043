import type { ReactElement } from 'react';
import type { Sheet, SheetOverlay } from '../../actions/action.ts';
import { pad } from '../../text/cut.ts';
import { t } from '../../text/safe.ts';
import type { Size } from '../layout.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Fill, Line } from '../widgets/line.tsx';
import { Box, placeBox } from './box.tsx';

interface SheetBoxProps {
  readonly sheet: Sheet;
  readonly overlay: SheetOverlay;
  readonly screen: Size;
}

/** A page to read. */
export function SheetBox({ sheet, overlay, screen }: SheetBoxProps): ReactElement {
  const world = useWorld(all => all);
  const place = placeBox(screen, Math.min(100, screen.columns - 4), screen.rows - 6);
  const shown = sheet.lines(world, overlay).slice(overlay.top, overlay.top + place.rows);
  return (
    <Box
      place={place}
      title={sheet.title(world, overlay)}
      foot={sheet.foot?.(world, overlay) ?? t`j k scroll · Esc back`}
    >
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of a page is its place
        <Line key={index}>{[index === 0 ? paint('cursor', t` `) : t` `, pad(line, place.columns - 1)]}</Line>
      ))}
      <Fill rows={place.rows - shown.length} columns={place.columns} />
    </Box>
  );
}
