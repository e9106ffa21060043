import { styleText } from 'node:util';
import { ROW_SIGNS } from '../state/list/row-state.ts';
import { inAscii } from '../text/in-ascii.ts';
import { type SafeText, t } from '../text/safe.ts';

/** The meaning of a piece of a line, not its colour. */
export type Look =
  | 'plain'
  | 'bold'
  | 'dim'
  | 'bar'
  | 'boldBar'
  | 'news'
  | 'note'
  | 'noteHead'
  | 'replyHead'
  | 'problem'
  | 'found'
  | 'cursor';

/** A piece of text with its look; `Line` turns it into escape sequences. */
export interface Painted {
  readonly look: Look;
  readonly text: SafeText;
}

type Format = Parameters<typeof styleText>[0];
type Formats = Exclude<Format, string>;

/**
 * Foregrounds are named colours of the terminal's 16. Only bright red and bright magenta contrast (3:1 at least) with
 * the dark and the light backgrounds of all usual palettes; everything else is bold, dim or inverse. No look is the
 * only sign of a meaning.
 */
const FOREGROUNDS = { news: 'magentaBright', note: 'magentaBright', problem: 'redBright' } as const;

const WEIGHTS: Readonly<Record<Look, Formats>> = {
  plain: [],
  bold: ['bold'],
  dim: ['dim'],
  bar: ['inverse'],
  boldBar: ['bold', 'inverse'],
  news: [],
  note: [],
  noteHead: ['bold'],
  replyHead: ['bold', 'inverse'],
  problem: ['bold'],
  found: ['underline'],
  // Overline marks the cell where the output stage parks the terminal's cursor; it is never sent to the terminal.
  cursor: ['overlined'],
};

const COLOURS: Partial<Readonly<Record<Look, Formats>>> = {
  news: [FOREGROUNDS.news],
  note: [FOREGROUNDS.note],
  noteHead: [FOREGROUNDS.note],
  problem: [FOREGROUNDS.problem],
};

/** Our own signs, all one column wide. Customers' text can hold them too, so they count only beside words. */
export const signs = {
  marker: t`▌`,
  trail: t`▏`,
  /** The cursor of a pane that does not have the keys. */
  rest: t`·`,
  mark: t`✓`,
  ...ROW_SIGNS,
  wall: t`│`,
  rule: t`─`,
  customer: t`│`,
  side: t`┆`,
  agent: t`┃`,
  note: t`▒`,
  nobody: t`—`,
  answers: t`✎`,
  bell: t`♪`,
} as const;

/** The state of a row with the blank behind it, if its sign has another meaning elsewhere: there `…` says more follows. */
const STATE_IN_ASCII: Readonly<Record<string, SafeText>> = {
  [`${signs.otherStatus} `]: t`= `,
  [`${signs.gone} `]: t`? `,
};

/** How looks and signs are written to the terminal. */
export interface Theme {
  /** The text between the codes that turn its look on and off. */
  styled(look: Look, text: string): string;
  /** The text with our signs as this terminal can draw them; widths stay the same. */
  draw(text: SafeText): SafeText;
}

/** The looks and signs that a terminal supports. */
export interface ThemeOptions {
  /** False allows bold, dim and inverse only. */
  readonly color: boolean;
  /** Writes signs in ASCII only (`>` for `▌`, `x` for `✓`). */
  readonly ascii: boolean;
  /** Writes nothing beyond ASCII, not even in customers' text: an 8-bit terminal takes half of UTF-8 for controls. */
  readonly isSevenBit?: boolean;
}

/** A theme for a terminal with these abilities. */
export function createTheme({ color, ascii, isSevenBit = false }: ThemeOptions): Theme {
  const looks = Object.keys(WEIGHTS) as Look[];
  const around = new Map(looks.map(look => [look, aroundOf([...WEIGHTS[look], ...((color && COLOURS[look]) || [])])]));
  return {
    styled: (look, text) => {
      const [on, off] = around.get(look)!;
      return on === '' ? text : on + text + off;
    },
    draw: text => (ascii || isSevenBit ? drawnInAscii(text, isSevenBit) : text),
  };
}

function drawnInAscii(text: SafeText, isSevenBit: boolean): SafeText {
  return STATE_IN_ASCII[text] ?? inAscii(text, isSevenBit);
}

/** The codes before and after a text of these formats. The output stage drops colours if the user wants none. */
function aroundOf(formats: Formats): readonly [on: string, off: string] {
  const [on = '', off = ''] = formats.length === 0 ? [] : styleText(formats, '|', { validateStream: false }).split('|');
  return [on, off];
}

/** Gives a text its look. */
export function paint(look: Look, text: SafeText): Painted {
  return { look, text };
}
