import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ASCII_FORMS } from '../../src/text/ascii-forms.ts';
import { cut, cutWith, pad } from '../../src/text/cut.ts';
import { safeLine } from '../../src/text/safe.ts';
import { countAmbiguous, isAllNarrow } from '../../src/text/unicode.ts';
import { graphemes, width } from '../../src/text/width.ts';
import { sampled } from '../harness/full.ts';

describe('if ambiguous characters take two columns', () => {
  beforeEach(() => countAmbiguous(2));
  afterEach(() => {
    countAmbiguous(1);
    cutWith('…');
  });

  test('the width agrees with string-width on every code point except the signs that are drawn in ASCII', () => {
    const differing = sampled([...Array(0x3fffe).keys()]).filter(code => {
      const text = String.fromCodePoint(code);
      const isLeftOut = text in ASCII_FORMS || /[\p{Cn}\p{Cs}\p{Cc}]/u.test(text);
      return !isLeftOut && width(text) !== stringWidth(text, { ambiguousIsNarrow: false });
    });
    expect(differing).toEqual([]);
  });

  test.for([
    ['Где мой заказ', 24],
    ['± 5 °', 7],
    ['Zoë Quinn', 9],
    ['●▌│…·—', 6],
    ['配送', 4],
  ] as const)('%s takes %i', ([text, columns]) => {
    expect(width(text)).toBe(columns);
    expect(graphemes(text).reduce((sum, one) => sum + one.width, 0)).toBe(columns);
    if (isAllNarrow(text)) expect(text.length).toBe(columns);
  });

  test('a text is cut and padded to that width', () => {
    cutWith('..');
    const text = safeLine('Где мой заказ');
    for (let columns = 1; columns < 30; columns += 1) {
      expect(width(pad(text, columns))).toBe(columns);
      expect(width(cut(text, columns))).toBeLessThanOrEqual(columns);
    }
    expect(cut(text, 9)).toBe('Где ..');
  });

  test('with one column each, the widths are as before', () => {
    countAmbiguous(1);
    expect(width('Где мой заказ')).toBe(13);
    expect(isAllNarrow('Где мой заказ')).toBe(true);
  });
});

test('a cut is marked with two dots on a terminal that gets only ASCII, with one if there is no room for two', () => {
  cutWith('..');
  expect([5, 2, 1, 0].map(columns => cut(safeLine('Refund'), columns))).toEqual(['Ref..', '..', '.', '']);
  cutWith('…');
  expect(cut(safeLine('Refund'), 5)).toBe('Refu…');
});
