import { width } from '../../../src/text/width.ts';
import { pick } from '../../harness/random.ts';

/** A cluster and the columns it takes. */
export type Glyph = readonly [text: string, columns: number];

/** Clusters on whose width every terminal agrees. */
export const AGREED: readonly Glyph[] = [
  ...[...'abcdefghijklmnopqrstuvwxyz0123456789.,:#/-'].map((text): Glyph => [text, 1]),
  ...[...'éüñßøĀžЖдΩπ│─┌┐…•€↑✓'].map((text): Glyph => [text, 1]),
  ...[...'漢字仮名カナ한글語、。ＡＢ！'].map((text): Glyph => [text, 2]),
  ['e\u0301', 1],
  ['n\u0303', 1],
  ['a\u0308\u0323', 1],
  ['漢\u3099', 2],
];

/** Clusters that terminals draw in different widths. */
export const DISPUTED: readonly Glyph[] = [
  ['😀', 2],
  ['👩‍👩‍👧‍👦', 2],
  ['🏳️‍🌈', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['1️⃣', 2],
  ['👍🏽', 2],
  ['⌚', 2],
];

const STYLES = '1 2 3 4 7 22 23 24 27 30 31 36 39 41 44 49 93 97 102 107 38;5;9 48;5;12 0'.split(' ');

export interface Source {
  readonly random: () => number;
  readonly glyphs: readonly Glyph[];
  readonly columns: number;
  readonly rows: number;
}

/** A line of at most the width, styled, ended plain, as Ink writes it; now and then with the cursor's mark. */
export function randomLine({ random, glyphs, columns }: Source): string {
  if (random() < 0.15) return '';
  let left = random() < 0.3 ? columns : Math.floor(random() * columns);
  let line = '';
  while (left > 0) {
    if (random() < 0.25) line += `\x1b[${pick(random, STYLES)}m`;
    if (random() < 0.02) line += '\x1b[53m';
    const [text, width] = random() < 0.25 ? [' '.repeat(1 + Math.floor(random() * 9)), 0] : pick(random, glyphs);
    const taken = width === 0 ? text.length : width;
    if (taken > left) break;
    line += text;
    left -= taken;
  }
  return `${line}\x1b[m`;
}

export function randomFrame(source: Source): string {
  return Array.from({ length: source.rows }, () => randomLine(source)).join('\n');
}

/** A frame that shares much with the one before: lines kept, changed in part, moved up or down by one. */
export function nextFrame(source: Source, before: string): string {
  const { random, rows } = source;
  let lines = before.split('\n');
  if (random() < 0.2) lines = random() < 0.5 ? [...lines.slice(1), ''] : ['', ...lines];
  const share = pick(random, [0.02, 0.1, 0.5, 1]);
  return Array.from({ length: rows }, (_, y) => {
    if (random() >= share) return lines[y] ?? '';
    return random() < 0.4 ? altered(source, lines[y] ?? '') : randomLine(source);
  }).join('\n');
}

/** Any frame in whose rows some signs stand below each other, as the walls of a box do. */
export function walledFrame(source: Source): string {
  const { random, columns, rows } = source;
  if (columns < 4) return randomFrame(source);
  const x = Math.floor(random() * (columns - 3));
  const sign = pick(random, ['│', '2w', '\x1b[2m│\x1b[m', ' │ ', '漢 ']);
  return Array.from({ length: rows }, () => {
    const left = randomLine({ ...source, columns: x });
    const blanks = ' '.repeat(Math.max(0, x - width(left.replaceAll(/\x1b\[[\d;]*m/g, ''))));
    return `${left}${blanks}${random() < 0.1 ? ' ' : sign}${randomLine({ ...source, columns: columns - x - 3 })}`;
  }).join('\n');
}

/** The line with one plain letter exchanged or with one style turned on at its start. */
function altered({ random }: Source, line: string): string {
  const letters = [...line.matchAll(/(?<!\x1b\[[\d;]*)[a-z]/g)];
  if (letters.length === 0 || random() < 0.3) return `\x1b[${pick(random, STYLES)}m${line}\x1b[m`;
  const at = pick(random, letters).index;
  return `${line.slice(0, at)}${pick(random, ['x', ' ', 'é'])}${line.slice(at + 1)}`;
}
