import { expect, test } from 'vitest';
import { numberedFileName, safeFileName } from '../../src/text/file-name.ts';
import { safeLine, t } from '../../src/text/safe.ts';
import { fileNames } from '../harness/file-names.ts';
import { createRandom } from '../harness/random.ts';

const FALLBACK = t`attachment-12`;

function named(given: string): string {
  return safeFileName(given, FALLBACK);
}

test.for([
  ['receipt.pdf', 'receipt.pdf'],
  ['Rechnung für Zoë (3).pdf', 'Rechnung für Zoë (3).pdf'],
  ['領収書.pdf', '領収書.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\win.ini', 'win.ini'],
  ['C:\\boot.ini', 'boot.ini'],
  ['folder/', 'folder'],
  ['a／b∕c.txt', 'c.txt'],
  ['..', FALLBACK],
  ['', FALLBACK],
  ['///', FALLBACK],
  [' . ', FALLBACK],
  ['.bashrc', 'bashrc'],
  ['-rf', 'rf'],
  ['~root', 'root'],
  ['--output=x.txt', 'output=x.txt'],
  ['con', '_con'],
  ['Aux.txt', '_Aux.txt'],
  ['COM1 .log', '_COM1 .log'],
  ['console.log', 'console.log'],
  ['invoice.pdf:evil.exe', 'invoice.pdf_evil.exe'],
  ['what?.txt', 'what_.txt'],
  ['name.txt. . .', 'name.txt'],
  ['receipt.pdf                         .exe', 'receipt.pdf .exe'],
  ['receipt\u202efdp.exe', 'receiptfdp.exe'],
  ['re\u200bceipt.pdf', 'receipt.pdf'],
  ['a\u0000b\u001b[2J\u009bc.txt', 'a b [2J c.txt'],
  ['line\nbreak.txt', 'line break.txt'],
  ['-\u0301x', '◌\u0301x'],
])('%j is saved as %j', ([given, kept]) => {
  expect(named(given!)).toBe(kept);
});

test('a long name keeps its beginning and its ending, and no character is split', () => {
  expect(named(`${'a'.repeat(10_000)}.pdf`)).toBe(`${'a'.repeat(116)}.pdf`);
  expect(named(`${'領'.repeat(10_000)}.pdf`)).toBe(`${'領'.repeat(38)}.pdf`);
  expect(named(`x.${'y'.repeat(10_000)}`)).toBe(`x.${'y'.repeat(118)}`);
});

test('any name becomes one segment that no disk, shell or terminal takes for anything else', () => {
  const isSafe = (name: string): boolean =>
    name === safeLine(name) &&
    !/[/\\<>:"|?*\p{Cc}\u202a-\u202e\u2066-\u2069]|^[.\-~\s]|[. ]$/u.test(name) &&
    name !== '' &&
    Buffer.byteLength(name) <= 120 &&
    named(name) === name;
  expect(
    fileNames(2_000)
      .map(named)
      .filter(name => !isSafe(name)),
  ).toEqual([]);
});

test('any text at all gives a name, and a second pass changes nothing', () => {
  const random = createRandom(1_406);
  const texts = Array.from({ length: 500 }, () =>
    String.fromCharCode(...Array.from({ length: 1 + random() * 60 }, () => Math.floor(random() ** 3 * 0x1_0000))),
  );
  expect(texts.filter(text => named(text) === '' || named(named(text)) !== named(text))).toEqual([]);
});

test('a number stands before the ending', () => {
  expect(numberedFileName(t`receipt.pdf`, 2)).toBe('receipt (2).pdf');
  expect(numberedFileName(t`README`, 3)).toBe('README (3)');
});
