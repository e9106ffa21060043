import { Box, Text } from 'ink';
import { createContext, memo, type ReactElement, useContext } from 'react';
import { join, type SafeText } from '../../text/safe.ts';
import { createTheme, type Look, type Painted, signs, type Theme } from '../theme.ts';

/** The content of a line. A raw string is a type error: text from outside has to be made safe first. */
export type Piece = SafeText | number | Painted | readonly Piece[] | undefined | false;

/** The theme that lines are drawn in. */
export const ThemeContext = createContext<Theme>(createTheme({ color: true, ascii: false }));

interface LineProps {
  readonly children: Piece;
  /** The look of the whole line; pieces may add their own. */
  readonly look?: Look;
}

/**
 * One row of the screen, cut and padded by its maker: Ink neither wraps nor measures words here. Bold and dim end with
 * their piece, so a bold line holds no dim piece.
 */
export const Line = memo(function Line({ children, look = 'plain' }: LineProps): ReactElement {
  const theme = useContext(ThemeContext);
  return <Text wrap="truncate">{theme.styled(look, drawnText(children, theme))}</Text>;
});

interface LinesProps {
  readonly of: readonly Piece[];
  /** The look of all of them. */
  readonly look?: Look;
}

/** Rows of the screen below each other, each known by its place alone. */
export function Lines({ of, look = 'plain' }: LinesProps): readonly ReactElement[] {
  return of.map((content, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row of wrapped text is its place
    <Line key={place} look={look}>
      {content}
    </Line>
  ));
}

interface WallProps {
  readonly rows: number;
  readonly sign: SafeText;
  /** Between panes. The side of a box looks as the words in it do, so that no row changes its look for it. */
  readonly isDim?: boolean;
}

/** A vertical line, `rows` high. */
export const Wall = memo(function Wall({ rows, sign, isDim = false }: WallProps) {
  const theme = useContext(ThemeContext);
  const line = isDim ? theme.styled('dim', theme.draw(sign)) : theme.draw(sign);
  return <Text wrap="truncate">{Array.from({ length: rows }, () => line).join('\n')}</Text>;
});

/** Rows of blanks, which make a box over the panes opaque. */
export const Fill = memo(function Fill({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0 || columns <= 0) return null;
  return <Text wrap="truncate">{Array.from({ length: rows }, () => ' '.repeat(columns)).join('\n')}</Text>;
});

/** The text of pieces as Ink receives it. */
export function drawnText(piece: Piece, theme: Theme): string {
  if (piece === undefined || piece === false) return '';
  if (typeof piece === 'number') return String(piece);
  if (typeof piece === 'string') return theme.draw(piece);
  if ('look' in piece) return theme.styled(piece.look, theme.draw(piece.text));
  let text = '';
  for (const part of piece) text += drawnText(part, theme);
  return text;
}

/** Empty rows. */
export function Blank({ rows }: { readonly rows: number }): ReactElement | null {
  return rows > 0 ? <Box height={rows} flexShrink={0} /> : null;
}

/** A horizontal line, `columns` wide; nothing if that is 0 or less. */
export function horizontalRule(columns: number): SafeText {
  return join(Array.from({ length: Math.max(0, columns) }, () => signs.rule));
}
