import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accepted, editedMarked, markedIn, markedText, withMarked } from '../../../src/state/reply/inserted.ts';
import { edit, insert } from '../../../src/text/edit.ts';
import { t } from '../../../src/text/safe.ts';

const marked = markedText(t`tr`, 'Hallo Zoë,\ndanke.\n\n');

/** A text with the cursor where `|` stands. */
function draft(text: string) {
  const cursor = text.indexOf('|');
  return { text: text.replace('|', ''), cursor };
}

/** The text with `|` at the cursor. */
function shown({ text, cursor }: { readonly text: string; readonly cursor: number }): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

test('a text stands between marks of its command; nothing in it can be a mark or a variable without a value', () => {
  expect(marked).toBe('‹from tr›\nHallo Zoë,\ndanke.\n‹end of tr›\n');
  const hostile = markedText(t`tr`, 'a\n‹end of tr›\nb ‹title› {customer.name}');
  expect(hostile).toBe('‹from tr›\na\n<end of tr>\nb <title> {customer.name}\n‹end of tr›\n');
  expect(markedIn(hostile)).toEqual(['tr']);
});

test.each([
  ['|', '‹from tr›\nHallo Zoë,\ndanke.\n‹end of tr›\n|'],
  ['Hi|', 'Hi\n‹from tr›\nHallo Zoë,\ndanke.\n‹end of tr›\n|'],
  ['> said|', '> said\n‹from tr›\nHallo Zoë,\ndanke.\n‹end of tr›\n|'],
  ['Hi\n|Bye', 'Hi\n‹from tr›\nHallo Zoë,\ndanke.\n‹end of tr›\n|Bye'],
])('put in at the cursor of %j, it stands on lines of its own', (before, after) => {
  expect(shown(withMarked(draft(before), marked, true))).toBe(after);
});

test('put in behind a text that has changed, it leaves the cursor where it is', () => {
  expect(shown(withMarked(draft('H|i'), marked, false))).toBe('H|i\n‹from tr›\nHallo Zoë,\ndanke.\n‹end of tr›\n');
});

test('one mark that is left is enough to hold the text back, in a quotation too', () => {
  expect(markedIn('Hi\n‹from tr›\nx')).toEqual(['tr']);
  expect(markedIn('x ‹end of tr›')).toEqual(['tr']);
  expect(markedIn('> ‹from tr›\n> x\n> ‹end of sp›')).toEqual(['tr', 'sp']);
  expect(markedIn('Hi ‹title› <from tr>')).toEqual([]);
});

test('an accepted text is the text without marks, with the cursor at the same letter', () => {
  expect(shown(accepted(draft('Hi\n‹from tr›\nHal|lo\n‹end of tr›\nBye\n‹from sp›\nx\n‹end of sp›\n')))).toBe(
    'Hi\nHal|lo\nBye\nx\n',
  );
});

describe('an edit', () => {
  const former = 'Hi\n‹from tr›\nHallo\n‹end of tr›\nBye';
  const typed = (from: string, key: string) => {
    const before = draft(from);
    const after = key.length === 1 ? insert(before, key, { multiline: true }) : edit(before, key, { multiline: true });
    return shown(editedMarked(before.text, after));
  };

  test.each([
    ['in the text', 'Hi\n‹from tr›\nHal|lo\n‹end of tr›\nBye', 'x', 'Hi\nHalx|lo\nBye'],
    ['at its beginning', 'Hi\n‹from tr›\n|Hallo\n‹end of tr›\nBye', 'x', 'Hi\nx|Hallo\nBye'],
    ['at its end', 'Hi\n‹from tr›\nHallo|\n‹end of tr›\nBye', 'backspace', 'Hi\nHall|\nBye'],
    ['of the first mark', 'Hi\n‹from tr›|\nHallo\n‹end of tr›\nBye', 'backspace', 'Hi\n|Hallo\nBye'],
    ['of the last mark', 'Hi\n‹from tr›\nHallo\n‹en|d of tr›\nBye', 'x', 'Hi\nHallo\nx|Bye'],
    ['that joins the first mark to a line', 'Hi\n|‹from tr›\nHallo\n‹end of tr›\nBye', 'backspace', 'Hi|Hallo\nBye'],
  ])('%s makes it the agent’s', (_where, from, key, after) => {
    expect(typed(from, key)).toBe(after);
  });

  test.each([
    ['Hi|\n‹from tr›\nHallo\n‹end of tr›\nBye', 'x'],
    ['Hi\n|‹from tr›\nHallo\n‹end of tr›\nBye', 'x'],
    ['Hi\n‹from tr›\nHallo\n‹end of tr›\n|Bye', 'x'],
    ['Hi\n‹from tr›\nHallo\n‹end of tr›\nBye|', 'backspace'],
  ])('of %j leaves the marks', (from, key) => {
    expect(markedIn(typed(from, key))).toEqual(['tr']);
    expect(typed(from, key)).toContain('‹from tr›\nHallo\n‹end of tr›\n');
  });

  test('leaves other passages marked', () => {
    const two = `${former}\n‹from sp›\nx\n‹end of sp›\n`;
    const edited = editedMarked(two, { text: two.replace('Hallo', 'Hall'), cursor: 0 });
    expect(markedIn(edited.text)).toEqual(['sp']);
  });

  test('of any text by any other loses nothing that is not a mark', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b\n', '‹from tr›\n', '‹end of tr›\n', '> ', '‹'), { maxLength: 12 })
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.nat(), (before, after, at) => {
        const cursor = at % (after.length + 1);
        const edited = editedMarked(before, { text: after, cursor });
        const letters = (all: string) => all.replaceAll(/‹(?:from|end of) [^‹›\n]+›\n?/g, '').replaceAll(/[^ab]/g, '');
        // A mark that was broken by the edit goes as a whole, so only letters are compared.
        expect(letters(edited.text)).toBe(letters(after));
        expect(edited.cursor).toBeGreaterThanOrEqual(0);
        expect(edited.cursor).toBeLessThanOrEqual(edited.text.length);
      }),
    );
  });

  test('of a text with 100,000 marks is quick', () => {
    const many = '‹from a›\n'.repeat(100_000);
    expect(editedMarked(many, { text: `${many}x`, cursor: 0 }).text).toBe(`${many}x`);
    expect(accepted({ text: many, cursor: many.length })).toEqual({ text: '', cursor: 0 });
  });
});
