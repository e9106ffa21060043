import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { graphemes, width } from '../../../src/text/width.ts';
import { fieldRows, fieldWindow } from '../../../src/ui/widgets/text-field.tsx';

/** A safe text with a cursor between two of its characters. */
function draftOf(raw: string, share: number, multiline: boolean) {
  const text = multiline ? safeBlock(raw) : safeLine(raw);
  const pieces = graphemes(text);
  const cursor = pieces
    .slice(0, Math.floor(share * (pieces.length + 1)))
    .reduce((sum, piece) => sum + piece.text.length, 0);
  return { text: text as string, cursor };
}

const raw = fc.string({ unit: 'grapheme', maxLength: 120 });
const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const columns = fc.integer({ min: 4, max: 60 });

describe('fieldWindow', () => {
  test('shows a short text whole', () => {
    expect(fieldWindow({ text: 'refund', cursor: 6 }, 20)).toEqual({ text: 'refund', cursor: 6 });
  });

  test('moves on by half a field when the cursor would leave it', () => {
    const text = 'abcdefghijklmnopqrstuvwxyz';
    expect(fieldWindow({ text, cursor: 8 }, 10)).toEqual({ text: 'abcdefghi', cursor: 8 });
    expect(fieldWindow({ text, cursor: 9 }, 10)).toEqual({ text: 'efghijklm', cursor: 5 });
  });

  test('is never wider than the field, and always holds the cursor', () => {
    fc.assert(
      fc.property(raw, share, columns, (text, part, room) => {
        const draft = draftOf(text, part, false);
        const shown = fieldWindow(draft, room);
        expect(width(shown.text)).toBeLessThan(room);
        expect(shown.cursor).toBeGreaterThanOrEqual(0);
        expect(shown.cursor).toBeLessThanOrEqual(shown.text.length);
        expect(draft.text.slice(draft.cursor - shown.cursor).startsWith(shown.text)).toBe(true);
      }),
      { seed: 3 },
    );
  });
});

describe('fieldRows', () => {
  test('breaks between words if it can, otherwise in a word', () => {
    const rows = fieldRows({ text: 'one two threefourfive', cursor: 21 }, 10);
    expect(rows.map(row => row.text)).toEqual(['one two ', 'threefour', 'five']);
    expect(rows.map(row => row.cursor)).toEqual([-1, -1, 4]);
  });

  test('leaves the blank behind a full row at its end', () => {
    const texts = (text: string) => fieldRows({ text, cursor: text.length }, 10).map(row => row.text);
    expect(texts('one twosy three')).toEqual(['one twosy ', 'three']);
    expect(texts('ninechars three')).toEqual(['ninechars ', 'three']);
    // The cursor has no room behind it.
    expect(fieldRows({ text: 'ninechars ', cursor: 10 }, 10)).toEqual([
      { text: 'ninechars ', cursor: -1 },
      { text: '', cursor: 0 },
    ]);
  });

  test('loses no character, is never wider than the field and has the cursor in one row', () => {
    fc.assert(
      fc.property(raw, share, columns, (text, part, room) => {
        const draft = draftOf(text, part, true);
        const rows = fieldRows(draft, room);
        expect(rows.map(row => row.text).join('')).toBe(draft.text.replaceAll('\n', ''));
        expect(rows.filter(row => row.cursor >= 0)).toHaveLength(1);
        for (const row of rows) {
          expect(width(row.text)).toBeLessThanOrEqual(room);
          // The cell behind it is for the cursor, or for a blank that ends the row.
          if (!row.text.endsWith(' ')) expect(width(row.text)).toBeLessThan(room);
          if (row.cursor === row.text.length) expect(width(row.text)).toBeLessThan(room);
        }
      }),
      { seed: 4 },
    );
  });
});
