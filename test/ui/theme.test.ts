import { describe, expect, test } from 'vitest';
import { safeLine } from '../../src/text/safe.ts';
import { width } from '../../src/text/width.ts';
import { createTheme, FOREGROUNDS, type Look, signs } from '../../src/ui/theme.ts';

/** What xterm paints for the codes that the theme uses. */
const PAINTED: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [205, 0, 0],
  magenta: [205, 0, 205],
  blueBright: [92, 92, 255],
};

function luminance([red, green, blue]: readonly [number, number, number]): number {
  const part = (value: number) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

describe('colours', () => {
  test.each(Object.entries(FOREGROUNDS))('%s stands out from black and from white', (_look, code) => {
    const painted = luminance(PAINTED[code]!);
    expect(contrast(painted, luminance([0, 0, 0]))).toBeGreaterThanOrEqual(3);
    expect(contrast(painted, luminance([255, 255, 255]))).toBeGreaterThanOrEqual(3);
  });

  test('without colour, no look uses one, and what has a weight keeps it', () => {
    const theme = createTheme({ color: false, ascii: false });
    const looks: readonly Look[] = ['plain', 'bold', 'dim', 'bar', 'news', 'note', 'noteHead', 'problem', 'cursor'];
    const codes = looks.flatMap(look =>
      [...theme.styled(look, 'x').matchAll(/\x1b\[(\d+)m/g)].map(found => Number(found[1])),
    );
    expect(codes.filter(code => code >= 30 && code < 50)).toEqual([]);
    expect(theme.styled('problem', 'x')).toBe('\x1b[1mx\x1b[22m');
    expect(theme.styled('plain', 'x')).toBe('x');
  });

  test('with colour, a problem is red beside bold, and both end with it', () => {
    const theme = createTheme({ color: true, ascii: false });
    expect(theme.styled('problem', 'x')).toMatch(/^\x1b\[1m\x1b\[31mx(\x1b\[(39|22)m){2}$/);
  });
});

describe('signs', () => {
  test('each is one column wide, in ASCII too', () => {
    const ascii = createTheme({ color: true, ascii: true });
    for (const sign of Object.values(signs)) {
      expect(width(sign)).toBe(1);
      expect(ascii.draw(sign)).toMatch(/^[ -~]$/);
    }
  });

  test('in ASCII the signs of a text are replaced and widths stay', () => {
    const ascii = createTheme({ color: true, ascii: true });
    const text = safeLine('┌ “Ana’s” · 3 … ─┐');
    expect(ascii.draw(text)).toBe('+ "Ana\'s" - 3 ~ -+');
    expect(createTheme({ color: true, ascii: false }).draw(text)).toBe(text);
  });
});
