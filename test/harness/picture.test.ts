import { expect, test } from 'vitest';
import { createEmulator } from './emulator.ts';
import { drawPicture, SHADES } from './picture.ts';

/** The picture of a screen of 24 columns and one row after these bytes. */
async function pictureOf(bytes: string, shades = SHADES.light): Promise<string> {
  const emulator = createEmulator(24, 1, () => undefined);
  await new Promise<void>(done => emulator.write(bytes, done));
  const cells = Array.from({ length: 24 }, (_, x) => emulator.cell(x, 0));
  return drawPicture([cells], shades, 'A screen');
}

/** The texts of a picture with the column each begins in. */
function textsOf(picture: string): [column: number, text: string][] {
  const texts = picture.matchAll(/<text x="([\d.]+)"[^>]*>([^<]*)</g);
  return [...texts].map(([, x, text]) => [Math.round((Number(x) - 12) / 8.4), text!]);
}

test('a picture keeps separate parts of the screen in their columns', async () => {
  expect(textsOf(await pictureOf('one two     three'))).toEqual([
    [0, 'one two'],
    [12, 'three'],
  ]);
});

test('a blank is drawn alike in every weight, as a terminal shows it', async () => {
  const alike = ['\x1b[2m \x1b[mone \x1b[1mtwo', ' one\x1b[2m \x1b[;1mtwo', '\x1b[1m \x1b[mone \x1b[1mtwo'];
  const [first, ...others] = await Promise.all(alike.map(bytes => pictureOf(bytes)));
  for (const other of others) expect(other).toBe(first);
});

test('a picture draws another script after a number separately, and wide letters over their columns', async () => {
  expect(textsOf(await pictureOf('204 איפה 9  3d'))).toEqual([
    [0, '204 '],
    [4, 'איפה 9'],
    [12, '3d'],
  ]);
  const wide = await pictureOf('교환');
  expect(textsOf(wide)).toEqual([[0, '교환']]);
  expect(wide).toContain('textLength="33.6"');
});

test('a picture draws walls and rules without gaps, and a bar behind inverse text', async () => {
  expect(await pictureOf('│───')).toContain('<rect x="20.4" y="20.55" width="25.2"');
  const bar = await pictureOf('\x1b[7mone   two\x1b[0m');
  expect(bar).toContain(`width="25.2" height="18" fill="${SHADES.light.foreground}"`);
  expect(bar).toContain(`fill="${SHADES.light.background}">one<`);
});

test('a picture shows a screen’s markup as text, and refuses a colour that it does not know', async () => {
  expect(textsOf(await pictureOf('<b>&'))).toEqual([[0, '&#60;b&#62;&#38;']]);
  await expect(pictureOf('\x1b[38;2;1;2;3mx')).rejects.toThrow('The picture has no colour #010203.');
});
