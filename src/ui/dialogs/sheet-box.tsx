import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import type { Sheet } from '../../keys/action.ts';
import { sheetPage, sheetTop } from '../../keys/sheet-page.ts';
import type { SheetOverlay } from '../../state/overlay.ts';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { FOOT_ROWS, type Size } from '../layout.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Fill, Line, Lines } from '../widgets/line.tsx';
import { Box, type DialogProps, placeBox, withCursor } from './box.tsx';

/** The title and the foot of a page without a frame. */
const EDGE_ROWS = 2;

/** A page to read. */
export function SheetBox({ part: sheet, overlay, screen }: DialogProps<Sheet<unknown>, SheetOverlay>): ReactElement {
  const world = useWorld(all => all);
  const page = sheetPage(screen, sheet.isPlain);
  const lines = sheet.lines(world, overlay);
  // A page covers no more rows than it has lines: closing it writes them again.
  const place = placeBox(screen, page.columns, Math.min(page.rows, Math.max(1, lines.length)));
  const top = sheetTop(lines.length, overlay.top, page);
  const shown = lines.slice(top, top + (sheet.isPlain ? page.rows : place.rows));
  const title = sheet.title(world, overlay);
  const part = t`${title} · lines ${top + 1}–${top + shown.length} of ${lines.length}`;
  const head = shown.length < lines.length ? part : title;
  const foot = sheet.foot?.(world, overlay) ?? t`j k scroll · Esc back`;
  if (sheet.isPlain) {
    const blanks = sheet.isFull ? page.rows - shown.length : 0;
    return <PlainSheet title={head} lines={shown} blanks={blanks} foot={foot} screen={screen} />;
  }
  return (
    <Box place={place} title={head} foot={foot}>
      <Lines of={withCursor(shown, place.columns)} />
    </Box>
  );
}

interface PlainSheetProps {
  readonly title: SafeText;
  readonly lines: readonly SafeText[];
  /** Empty rows below the lines. */
  readonly blanks: number;
  readonly foot: SafeText;
  readonly screen: Size;
}

/**
 * Lines over the whole width without a frame, so that a long link can be copied from the screen. They stand at the foot of
 * it, as a box does, and above them a row is blank: they seem to go on with nothing.
 */
function PlainSheet({ title, lines, blanks, foot, screen }: PlainSheetProps): ReactElement {
  const { columns } = screen;
  const above = Math.max(0, screen.rows - FOOT_ROWS - EDGE_ROWS - lines.length - blanks);
  return (
    <InkBox position="absolute" flexDirection="column" width={columns} marginTop={Math.max(0, above - 1)}>
      <Fill rows={Math.min(1, above)} columns={columns} />
      <Line>{[paint('cursor', t` `), paint('bold', pad(title, columns - 1))]}</Line>
      <Lines of={lines.map(line => pad(line, columns))} />
      <Fill rows={blanks} columns={columns} />
      <Line look="dim">{t` ${pad(foot, columns - 1)}`}</Line>
    </InkBox>
  );
}
