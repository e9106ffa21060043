import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import { asked, viewOf } from '../../keys/flow.ts';
import { pageLines, pageSize } from '../../keys/page.ts';
import type { PagePart } from '../../keys/parts.ts';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { FOOT_ROWS, type Size } from '../layout.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Fill, Line, Lines } from '../widgets/line.tsx';
import { DialogBox, type OpenBoxProps, placeBox, withCursorSign } from './box.tsx';

/** The title and the foot of a page without a frame. */
const EDGE_ROWS = 2;

interface PageBoxProps extends OpenBoxProps {
  readonly part: PagePart<unknown, unknown>;
}

/** A page to read. */
export function PageBox({ part, open, screen }: PageBoxProps): ReactElement {
  const world = useWorld(all => all);
  const page = pageSize(screen, part);
  const { lines, top } = pageLines(world, open, part, page);
  // A page covers no more rows than it has lines: closing it writes them again.
  const place = placeBox(screen, page.columns, Math.min(page.rows, Math.max(1, lines.length)));
  const shown = lines.slice(top, top + (part.fills ? page.rows : place.rows));
  const view = viewOf(world, open);
  const title = asked(open).box.title(view);
  const beginning = t`${title} · lines ${top + 1}–${top + shown.length} of ${lines.length}`;
  const head = shown.length < lines.length ? beginning : title;
  const foot = part.foot?.(view) ?? t`j k scroll · Esc back`;
  if (part.fills) {
    const blanks = part.fills === 'screen' ? page.rows - shown.length : 0;
    return <PlainPage title={head} lines={shown} blanks={blanks} foot={foot} screen={screen} />;
  }
  return (
    <DialogBox place={place} title={head} foot={foot}>
      <Lines of={withCursorSign(shown, place.columns)} />
    </DialogBox>
  );
}

interface PlainPageProps {
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
function PlainPage({ title, lines, blanks, foot, screen }: PlainPageProps): ReactElement {
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
