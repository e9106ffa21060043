import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeBlock, safeLine } from '../../src/text/safe.ts';
import { width } from '../../src/text/width.ts';
import { wrap } from '../../src/text/wrap.ts';
import { runs } from '../harness/full.ts';
import { hostileText, seeded } from './hostile.ts';

function wrapped(raw: string, columns: number) {
  return wrap(safeBlock(raw), columns);
}

describe('wrap', () => {
  it.each([
    ['words', 'Hello, I sent the shoes back', 12, ['Hello, I', 'sent the', 'shoes back']],
    ['a word that fits exactly', 'aaaa bbbb', 4, ['aaaa', 'bbbb']],
    ['blank lines', 'a\n\n\nb', 10, ['a', '', '', 'b']],
    ['a word longer than the line', 'see abcdefghij now', 5, ['see', 'abcde', 'fghij', 'now']],
    ['spaces at the edge', 'aaaa      bbbb', 6, ['aaaa', 'bbbb']],
    ['wide characters', '配送先を変更したい', 7, ['配送先', 'を変更', 'したい']],
    ['no line that begins with a closing sign', '変更したい。はい', 10, ['変更した', 'い。はい']],
    ['no line that ends with an opening sign', '変更「はい」', 6, ['変更', '「は', 'い」']],
    ['a character wider than the line by itself', '漢字 a', 1, ['漢', '字', 'a']],
    ['no split emoji', 'ab👩🏽‍💻👩🏽‍💻', 5, ['ab👩🏽‍💻', '👩🏽‍💻']],
    ['quote signs', '> > a quote that goes on', 14, ['> > a quote', '> > that goes', '> > on']],
    ['indentation', '    some code that goes on', 16, ['    some code', '    that goes on']],
    ['the items of a list', '- an item that goes on', 12, ['- an item', '  that goes', '  on']],
    ['numbered items', '12. an item that goes', 12, ['12. an item', '    that', '    goes']],
    ['a prefix too wide to keep', '>>>>>>>>>> deep', 8, ['>>>>>>>>', '>> deep']],
    ['indentation too wide to keep', `${' '.repeat(30)}deep`, 10, ['deep']],
    ['the gaps of a table', 'a   b   c', 20, ['a   b   c']],
  ])('keeps %s', (_name, raw, columns, expected) => {
    expect(wrapped(raw, columns)).toEqual(expected);
  });

  it('accepts a single line as well', () => {
    expect(wrap(safeLine('one two'), 4)).toEqual(['one', 'two']);
  });

  it('returns safe lines that fit, and loses nothing but spaces and repeated prefixes', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 8, max: 30 }), (raw, columns) => {
        const block = safeBlock(raw);
        const result = wrap(block, columns);
        for (const line of result) {
          expect(width(line)).toBeLessThanOrEqual(columns);
          expect(line).not.toContain('\n');
        }
        expect(result.join('').replace(/[ >]/g, '')).toBe(block.replace(/[ \n>]/g, ''));
      }),
      seeded,
    );
  });

  it('accepts a line of any kind and of a megabyte', () => {
    const columns = 80;
    for (const piece of ['a', 'hello world ', '配送', '>', ' ', 'e\u0301', '\u0e33', '👩🏽‍💻']) {
      const block = safeBlock(`ก${piece.repeat(Math.ceil(runs(1_000_000) / piece.length))}x`);
      const result = wrap(block, columns);
      expect(result.slice(0, 200).every(line => width(line) <= columns)).toBe(true);
      expect(result.join('').replaceAll(' ', '')).toBe(block.replaceAll(' ', ''));
    }
  });
});
