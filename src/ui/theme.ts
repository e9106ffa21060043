import { styleText } from 'node:util';
import { type SafeText, t } from '../text/safe.ts';
import { graphemes } from '../text/width.ts';

/** What a piece of a line is, not what colour it has. */
export type Look = 'plain' | 'bold' | 'dim' | 'bar' | 'news' | 'note' | 'noteHead' | 'problem' | 'cursor';

/** A piece of text with its look; `Line` turns it into escape sequences. */
export interface Painted {
  readonly look: Look;
  readonly text: SafeText;
}

type Format = Parameters<typeof styleText>[0];
type Formats = Exclude<Format, string>;

/**
 * Foregrounds are named from the terminal's own 16. Of these only the bright red and the bright magenta stand out (3:1 at
 * least) from the dark and the light backgrounds of all the usual palettes; everything else is bold, dim or inverse. No
 * look is the only sign of a meaning.
 */
const FOREGROUNDS = { news: 'magentaBright', note: 'magentaBright', problem: 'redBright' } as const;

const WEIGHTS: Readonly<Record<Look, Formats>> = {
  plain: [],
  bold: ['bold'],
  dim: ['dim'],
  bar: ['inverse'],
  news: [],
  note: [],
  noteHead: ['bold'],
  problem: ['bold'],
  // Overline marks the one cell where the output stage parks the terminal's cursor; it never reaches the wire.
  cursor: ['overlined'],
};

const COLOURS: Partial<Readonly<Record<Look, Formats>>> = {
  news: [FOREGROUNDS.news],
  note: [FOREGROUNDS.note],
  noteHead: [FOREGROUNDS.note],
  problem: [FOREGROUNDS.problem],
};

/** The signs of our own, all one column wide. Customers' text is told apart by them only beside words. */
export const signs = {
  marker: t`▌`,
  trail: t`▏`,
  mark: t`✓`,
  news: t`●`,
  draft: t`~`,
  gone: t`×`,
  wall: t`│`,
  rule: t`─`,
  customer: t`│`,
  agent: t`┃`,
  note: t`▒`,
  none: t`–`,
  nobody: t`—`,
  some: t`~`,
} as const;

const ASCII: Readonly<Record<string, string>> = {
  '▌': '>',
  '▏': '-',
  '✓': 'x',
  '●': '*',
  '×': '!',
  '│': '|',
  '─': '-',
  '┌': '+',
  '┐': '+',
  '└': '+',
  '┘': '+',
  '┃': 'I',
  '▒': '#',
  '–': '-',
  '—': '-',
  '…': '~',
  '·': '-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '↑': '^',
  '↓': 'v',
  '→': '>',
  '←': '<',
};
const DRAWN_IN_ASCII = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'gu');

/** How looks and signs reach the terminal. */
export interface Theme {
  /** The text with what turns its look on before it and off after it. */
  styled(look: Look, text: string): string;
  /** The text with our signs as this terminal can draw them; widths stay. */
  draw(text: SafeText): SafeText;
}

/** What a terminal can do with looks and signs. */
export interface ThemeOptions {
  /** False leaves bold, dim and inverse. */
  readonly color: boolean;
  /** Writes signs of ASCII alone (`>` for `▌`, `x` for `✓`). */
  readonly ascii: boolean;
  /** Writes nothing beyond ASCII, customers' text neither: a terminal of 8 bits takes half of UTF-8 for controls. */
  readonly isSevenBit?: boolean;
}

/** A theme for a terminal that can do so much. */
export function createTheme({ color, ascii, isSevenBit = false }: ThemeOptions): Theme {
  const looks = Object.keys(WEIGHTS) as Look[];
  const around = new Map(looks.map(look => [look, aroundOf([...WEIGHTS[look], ...((color && COLOURS[look]) || [])])]));
  return {
    styled: (look, text) => {
      const [on, off] = around.get(look)!;
      return on === '' ? text : on + text + off;
    },
    draw: text => (ascii || isSevenBit ? inAscii(text, isSevenBit) : text),
  };
}

function inAscii(text: SafeText, isSevenBit: boolean): SafeText {
  const signed = text.replace(DRAWN_IN_ASCII, sign => ASCII[sign]!) as SafeText;
  if (!isSevenBit || !/[^ -~\n]/.test(signed)) return signed;
  const shown = graphemes(signed).map(({ text: cluster, width }) =>
    /^[ -~\n]+$/.test(cluster) ? cluster : '?'.repeat(width),
  );
  return shown.join('') as SafeText;
}

/** What stands before and after a text of these formats. The terminal's own wishes are the output stage's affair. */
function aroundOf(formats: Formats): readonly [on: string, off: string] {
  const [on = '', off = ''] = formats.length === 0 ? [] : styleText(formats, '|', { validateStream: false }).split('|');
  return [on, off];
}

/** Gives a text its look. */
export function paint(look: Look, text: SafeText): Painted {
  return { look, text };
}
