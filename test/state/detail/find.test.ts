import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyLines } from '../../../src/state/detail/body-lines.ts';
import { highlightsIn, matchesIn, placeFolded, placesUnfolded } from '../../../src/state/detail/find.ts';
import { type DetailLine, detailLine } from '../../../src/state/detail/line.ts';
import type { Find } from '../../../src/state/world/text-search.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { findKey } from '../../../src/text/search-key.ts';
import { message } from '../../ui/world.ts';

function linesOf(...texts: readonly string[]): readonly DetailLine[] {
  return texts.map(text => detailLine('message:1', 'text', safeLine(text)));
}
/** What is highlighted in each line. */
function marked(lines: readonly DetailLine[], words: string): string[][] {
  const find: Find = { words, matches: matchesIn(lines, words), all: lines, current: 0, line: 0, foldKey: null };
  const found = highlightsIn(find, lines, placesUnfolded(lines, lines), 0, lines.length);
  return lines.map(({ text }, index) => (found.get(index) ?? []).map(({ from, to }) => text.slice(from, to)));
}

describe('highlighted words', () => {
  it.each([
    [['Refund, refund, REFUND'], 'refund', [['Refund', 'refund', 'REFUND']]],
    [['aaaaa'], 'aa', [['aa', 'aa']]],
    [['The Café refund'], 'cafe', [['Café']]],
    [['Cafe\u0301s'], 'cafe', [['Cafe\u0301']]],
    [['ΟΔΟΣ οδός'], 'οδος', [['ΟΔΟΣ', 'οδός']]],
    [['ΟΔΟΣ'], 'οδοσ', [['ΟΔΟΣ']]],
    [['配送先を変更'], '先を', [['先を']]],
    [['👩‍🚀 lands'], '👩', [['👩‍🚀']]],
    [['where is the', 'parcel now'], 'the parcel', [['the'], ['parcel']]],
    [['https://track.exa', 'mple/end'], 'example', [['exa'], ['mple']]],
    [['aa', 'aa', 'aa'], 'aaa', [['aa'], ['a', 'a'], ['aa']]],
    [['nothing'], 'else', [[]]],
    [['nothing'], '\u0301', [[]]],
  ])('%j holds %s', (texts, words, expected) => {
    expect(marked(linesOf(...texts), words)).toEqual(expected);
  });
});

it('a match is counted once: no two share a character, and each is the words', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', 'Σ', 'ς', '配', '\u0301'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), text, (texts, words) => {
      const lines = linesOf(...texts);
      const wanted = findKey(words.trim());
      const keys = lines.map(line => findKey(line.text));
      let [line, end] = [0, 0];
      for (const match of matchesIn(lines, words.trim())) {
        expect(match.line > line || (match.line === line && match.from >= end)).toBe(true);
        const own = keys[match.line]!.slice(match.from, match.to);
        const rest = (keys[match.line + 1] ?? '').slice(0, match.over);
        expect([own + rest, `${own} ${rest}`]).toContain(wanted);
        [line, end] = match.over > 0 ? [match.line + 1, match.over] : [match.line, match.to];
      }
    }),
    { seed: 5 },
  );
});

it('finds as many within lines as a plain search does', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 40 }), text => {
      const count = matchesIn(linesOf(text), 'ab').length;
      expect(count).toBe(text.split('ab').length - 1);
    }),
    { seed: 6 },
  );
});

it('each line shown has its place among all, with any passages folded', () => {
  const piece = fc.constantFrom(
    '',
    'text',
    '> q\n> q\n> q\n> q',
    '> q',
    '-- \na\nb\nc\nd',
    'On 1 Jan 2026, a@b.example wrote:',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat({ max: 7 }), (pieces, open) => {
      const entry = message(1, pieces.join('\n'));
      const all = bodyLines(entry, 'message:1', 40, 'all');
      const opened = new Set([0, 1, 2].filter(bit => open & (1 << bit)).map(bit => `message:1/${bit}`));
      const lines = bodyLines(entry, 'message:1', 40, opened);
      const places = placesUnfolded(lines, all);
      for (const [index, line] of lines.entries()) {
        if (line.role === 'fold') expect(all[places[index]!]?.foldKey).toBe(line.foldKey);
        else expect(all[places[index]!]).toEqual(line);
        expect(placeFolded(lines, all, places[index]!)).toBe(index);
      }
    }),
    { seed: 8 },
  );
});
