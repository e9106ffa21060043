import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { safeLine } from '../../src/text/safe.ts';
import { width } from '../../src/text/width.ts';
import { createTheme, type Look, signs } from '../../src/ui/theme.ts';
import { contrast, PALETTES } from '../harness/palettes.ts';

/** What WCAG asks of large and bold text and of signs. */
const LEAST_CONTRAST = 3;
const LOOKS: readonly Look[] = ['plain', 'bold', 'dim', 'bar', 'news', 'note', 'noteHead', 'problem', 'cursor'];

/** The colours that a look uses, as places among the 16. */
function coloursOf(look: Look): number[] {
  return [
    ...createTheme({ color: true, ascii: false })
      .styled(look, 'x')
      .matchAll(/\x1b\[(\d+)m/g),
  ]
    .map(([, code]) => Number(code))
    .filter(code => (code >= 30 && code <= 37) || (code >= 90 && code <= 97))
    .map(code => (code < 90 ? code - 30 : code - 82));
}

const surfaces = PALETTES.flatMap(({ name, backgrounds, colours }) =>
  Object.entries(backgrounds).map(([shade, background]) => ({ name, shade, background, colours })),
);

describe('colours', () => {
  test.for(surfaces)('stand out from $shade as $name paints them', ({ background, colours }) => {
    const used = LOOKS.flatMap(coloursOf);
    expect(used.length).toBeGreaterThan(2);
    for (const colour of used) expect(contrast(colours[colour]!, background)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  });

  test('none is needed: the theme paints no background, and nothing beyond the 16', () => {
    const theme = createTheme({ color: true, ascii: false });
    for (const look of LOOKS) expect(theme.styled(look, 'x')).not.toMatch(/\x1b\[(?:4[0-9]|10[0-7]|[345]8[;:])/);
  });

  test('without colour, no look uses one, and weights stay', () => {
    const theme = createTheme({ color: false, ascii: false });
    const codes = LOOKS.flatMap(look =>
      [...theme.styled(look, 'x').matchAll(/\x1b\[(\d+)m/g)].map(found => Number(found[1])),
    );
    expect(codes.filter(code => (code >= 30 && code < 50) || code >= 90)).toEqual([]);
    expect(theme.styled('problem', 'x')).toBe('\x1b[1mx\x1b[22m');
    expect(theme.styled('plain', 'x')).toBe('x');
  });

  test('with colour, a problem is red beside bold, and both end with it', () => {
    const theme = createTheme({ color: true, ascii: false });
    expect(theme.styled('problem', 'x')).toMatch(/^\x1b\[1m\x1b\[91mx(\x1b\[(39|22)m){2}$/);
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
    expect(ascii.draw(text)).toBe('+ "Ana\'s" - 3 . -+');
    expect(createTheme({ color: true, ascii: false }).draw(text)).toBe(text);
  });

  const ROOMS = ['ui', 'keys', 'actions', 'state', 'cli'];
  const SOURCES = ROOMS.flatMap(room => {
    const folder = join(import.meta.dirname, '../../src', room);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => [`${room}/${name}`, readFileSync(join(folder, name), 'utf8')] as const);
  });

  test('colours come from the theme alone', () => {
    const others = SOURCES.filter(([name]) => name !== 'ui/theme.ts');
    expect(others.length).toBeGreaterThan(100);
    const COLOUR = /styleText|chalk|ansi-?styles|[cC]olor=|borderColor|#[0-9a-f]{6}\b|\\(?:x1b|u001b|e)\[/;
    expect(others.filter(([, text]) => COLOUR.test(text)).map(([name]) => name)).toEqual([]);
  });

  test('in ASCII every sign of the desk has an ASCII form', () => {
    const ascii = createTheme({ color: true, ascii: true });
    // The letters of other layouts are typed, and never drawn.
    const drawn = SOURCES.filter(([path]) => path !== 'keys/second-alphabet.ts');
    const own = drawn.flatMap(([path, text]) =>
      [...text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').matchAll(/[^\0-~]/gu)].map(([sign]) => ({ path, sign })),
    );
    expect(own.length).toBeGreaterThan(40);
    expect(own.filter(({ sign }) => !/^[ -~]$/.test(ascii.draw(safeLine(sign))))).toEqual([]);
  });

  test('with seven bits nothing beyond ASCII is left, and widths stay', () => {
    const theme = createTheme({ color: true, ascii: false, isSevenBit: true });
    for (const text of ['Zoë Quinn · 3', '配送先を変更したい', '👩‍👩‍👧 e\u0301 1️⃣ …', '│\n│', 'śięć \u0085']) {
      const drawn = theme.draw(safeLine(text));
      expect(drawn).toMatch(/^[ -~\n]*$/);
      expect(width(drawn)).toBe(width(safeLine(text)));
    }
    expect(theme.draw(safeLine('Zoë “x”'))).toBe('Zo? "x"');
  });
});
