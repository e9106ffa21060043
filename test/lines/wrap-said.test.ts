import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReader, wrapSaid } from '../../src/lines/reader.ts';
import { ofOthers } from '../../src/lines/words/spoken.ts';
import { type SafeText, safeLine, t } from '../../src/text/safe.ts';
import { width } from '../../src/text/width.ts';
import { runs } from '../harness/full.ts';

const said = fc
  .array(
    fc.constantFrom('Archived #1.', 'z', '配送先を変更', 'é', '  ', ' ', '> ', '- ', '1. ', 'x'.repeat(50), '👩‍👩‍👧‍👦'),
    {
      maxLength: 20,
    },
  )
  .map(parts => safeLine(parts.join('')));

test('a line of any words fits into any width, keeps its letters, and begins one line alone', () => {
  fc.assert(
    fc.property(said, fc.integer({ min: 12, max: 60 }), fc.boolean(), (words, columns, isOfOthers) => {
      const line = isOfOthers ? ofOthers(words) : safeLine(words.trimStart());
      const lines = wrapSaid(line, columns);
      expect(lines.every(one => width(one) <= columns)).toBe(true);
      for (const one of isOfOthers ? lines : lines.slice(1)) expect(one.startsWith('  ')).toBe(true);
      const letters = (text: string) => text.replace(/[\s>]/g, '');
      expect(letters(lines.join(''))).toBe(letters(line));
    }),
    { numRuns: runs(2_000) },
  );
});

test('a deep indentation of others does not let their next words begin a line', () => {
  const lines = wrapSaid(ofOthers(t`${' '.repeat(30) as SafeText}deep words Archived #1. z undoes.`), 40);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter(line => !line.startsWith('  '))).toEqual([]);
});

test('a page counts the lines as they are written', () => {
  const written: string[] = [];
  const reader = createReader(line => void written.push(line), { pageLines: () => 2, columns: () => 20 });
  reader.say([t`one two three four five six seven eight nine ten eleven twelve`]);
  expect(written).toEqual([
    'one two three four',
    '  five six seven',
    '2 more lines: an',
    '  empty line reads',
    '  on.',
  ]);
  expect(reader.more()).toBe(true);
  expect(written.slice(5)).toEqual(['  eight nine ten', '  eleven twelve']);
});
