import { styleText } from 'node:util';
import { type SafeText, t } from '../text/safe.ts';

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
 * Foregrounds are named from the terminal's own 16 and chosen to be told from a black and from a white background
 * (3:1 at least on both, tested); everything else is bold, dim or inverse. No look is the only sign of a meaning.
 */
export const FOREGROUNDS = { news: 'blueBright', note: 'magenta', problem: 'red' } as const;

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
  mark: t`✓`,
  news: t`●`,
  gone: t`×`,
  wall: t`│`,
  rule: t`─`,
  noteBar: t`▒`,
  none: t`–`,
  nobody: t`—`,
  some: t`~`,
} as const;

const ASCII: Readonly<Record<string, string>> = {
  '▌': '>',
  '✓': 'x',
  '●': '*',
  '×': '!',
  '│': '|',
  '─': '-',
  '┌': '+',
  '┐': '+',
  '└': '+',
  '┘': '+',
  '▒': ':',
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
};
const DRAWN_IN_ASCII = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'gu');

/** How looks and signs reach the terminal. */
export interface Theme {
  /** The text with what turns its look on before it and off after it. */
  styled(look: Look, text: string): string;
  /** The text with our signs as this terminal can draw them; widths stay. */
  draw(text: SafeText): SafeText;
}

/** `color` false leaves bold, dim and inverse; `ascii` true writes signs of ASCII alone (`>` for `▌`, `x` for `✓`). */
export function createTheme({ color, ascii }: { readonly color: boolean; readonly ascii: boolean }): Theme {
  const looks = Object.keys(WEIGHTS) as Look[];
  const around = new Map(looks.map(look => [look, aroundOf([...WEIGHTS[look], ...((color && COLOURS[look]) || [])])]));
  return {
    styled: (look, text) => {
      const [on, off] = around.get(look)!;
      return on === '' ? text : on + text + off;
    },
    draw: ascii ? text => text.replace(DRAWN_IN_ASCII, sign => ASCII[sign]!) as SafeText : text => text,
  };
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
