import { Box as InkBox } from 'ink';
import type { ReactElement, ReactNode } from 'react';
import type { OpenBox } from '../../state/world/open-box.ts';
import { pad, padBeforeEnd } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { FOOT_ROWS, type Size } from '../layout.ts';
import { type Look, paint, signs } from '../theme.ts';
import { Fill, horizontalRule, Line, type Piece, Wall } from '../widgets/line.tsx';

/** The place of a box on the screen; `columns` and `rows` are those inside its frame. */
export interface BoxPlace {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  /** Blank columns at each side of the frame, so that no word behind the box runs into it. */
  readonly gap?: 0 | 1;
}

/** Cells of a frame at both sides together. */
export const FRAME = 2;
/** With only this many cells beside a box, nothing of the panes can be read there. */
const SLIVER = 4;

/** An open box, and the screen on which it is drawn. */
export interface OpenBoxProps {
  readonly open: OpenBox;
  readonly screen: Size;
}

interface BoxProps {
  readonly place: BoxPlace;
  readonly title: SafeText;
  /** Of its title; by default bold. */
  readonly look?: Look;
  /** The keys that work in it. */
  readonly foot: SafeText;
  /** Lines that fill the inner width exactly: Ink lets the panes show through any cell that is not written. */
  readonly children: ReactNode;
}

/** Lines of text in a box, with the sign of its keys before the first one. */
export function withCursorSign(lines: readonly SafeText[], columns: number): readonly Piece[] {
  return lines.map((line, place) => [place === 0 ? paint('cursor', t` `) : t` `, pad(line, columns - 1)]);
}

/** A framed box over the panes. */
export function DialogBox({ place, title, look = 'bold', foot, children }: BoxProps): ReactElement {
  const { left, top, columns, rows, gap = 0 } = place;
  const blank = gap === 1 ? t` ` : t``;
  return (
    <InkBox position="absolute" marginLeft={left - gap} marginTop={top} flexDirection="column">
      <Line>{[blank, t`┌`, edgeOf(title, columns, look), t`┐`, blank]}</Line>
      <InkBox height={rows}>
        <Fill rows={rows} columns={gap} />
        <Wall rows={rows} sign={signs.wall} />
        <InkBox flexDirection="column" width={columns} height={rows} overflow="hidden">
          {children}
        </InkBox>
        <Wall rows={rows} sign={signs.wall} />
        <Fill rows={rows} columns={gap} />
      </InkBox>
      <Line>{[blank, t`└`, edgeOf(foot, columns, 'plain'), t`┘`, blank]}</Line>
    </InkBox>
  );
}

function edgeOf(text: SafeText, columns: number, look: Look) {
  if (text === '') return [horizontalRule(columns)];
  const shown = padBeforeEnd(text, Math.min(width(text), columns - 2));
  return [t` `, paint(look, shown), t` `, horizontalRule(columns - 2 - width(shown))];
}

/** A title with the count of rows, if not all of them are shown. */
export function titleWithCount(title: SafeText, count: number, room: number): SafeText {
  return count > room ? t`${title} · ${count} in all` : title;
}

/**
 * Places a box of this inner size in the lower right corner, above the footer. Each cell over the panes is paid for twice,
 * when the box opens and when it closes: there it covers the ends of lines, so the fewest letters, and no row of the list
 * beside or above. A box that would leave next to nothing at its side takes the whole width: otherwise a pane's cursor
 * would stand beside it.
 */
export function placeBox(screen: Size, columns: number, rows: number): BoxPlace {
  const [most, mostRows] = [screen.columns - FRAME, Math.min(rows, screen.rows - FRAME)];
  const isWhole = columns >= most - SLIVER;
  const gap = isWhole ? 0 : 1;
  return {
    columns: isWhole ? most : columns,
    rows: mostRows,
    left: isWhole ? 0 : most - columns - gap,
    top: Math.max(0, screen.rows - mostRows - FRAME - FOOT_ROWS),
    gap,
  };
}
