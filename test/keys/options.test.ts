import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Option } from '../../src/keys/option.ts';
import { cursorIn, filterOptions, isGone, withCursor } from '../../src/keys/options.ts';
import type { ChoiceCursor } from '../../src/state/world/open-box.ts';
import { safeLine, t } from '../../src/text/safe.ts';

const options = ['Ana Ortiz (you)', 'Bob Stone', 'Doris Orfanos', 'Édith Vor'].map(name => ({
  id: name,
  label: safeLine(name),
}));

test.each([
  ['', ['Ana Ortiz (you)', 'Bob Stone', 'Doris Orfanos', 'Édith Vor']],
  ['or', ['Ana Ortiz (you)', 'Doris Orfanos']],
  ['bst', ['Bob Stone']],
  ['edi', ['Édith Vor']],
  ['STONE', ['Bob Stone']],
  ['orf', ['Doris Orfanos']],
  ['xyz', []],
])('“%s” leaves %j, with words that begin with it first', (typed, expected) => {
  const found = filterOptions(options, { text: typed, cursor: typed.length });
  expect(found.map(({ id }) => id)).toEqual(expected);
});

const picker: ChoiceCursor = { index: 0 };

function optionsOf(ids: readonly string[]): readonly Option[] {
  return ids.map(id => ({ id, label: t`label` }));
}

describe('the cursor of a box', () => {
  test.each([
    ['abc', 1, 'abc', 'b'],
    ['abc', 1, 'bac', 'b'],
    ['abc', 1, 'xyabc', 'b'],
    ['abc', 2, 'c', 'c'],
    ['abc', 1, 'ac', 'c'],
    ['abc', 2, 'ab', 'b'],
    ['abc', 7, 'abc', 'c'],
    ['abc', -2, 'abc', 'a'],
    ['', 0, 'abc', 'a'],
    ['abc', 1, '', undefined],
  ])('over %s at %i, with %s then, is on %s', (before, place, after, expected) => {
    const cursor = withCursor(picker, optionsOf([...before]), place);
    expect([...after][cursorIn(optionsOf([...after]), cursor)]).toBe(expected);
  });

  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 12 });

  test('is on its option as long as that is there, and says when it is gone', () => {
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: -2, max: 14 }), (before, after, place) => {
        const cursor = withCursor(picker, optionsOf(before), place);
        const at = cursorIn(optionsOf(after), cursor);
        const isThere = cursor.optionId !== undefined && after.includes(cursor.optionId);
        if (isThere) expect(after[at]).toBe(cursor.optionId);
        else expect(after.length === 0 ? at === -1 : at >= 0 && at < after.length).toBe(true);
        expect(isGone(optionsOf(after), cursor)).toBe(cursor.optionId !== undefined && !isThere);
      }),
    );
  });
});
