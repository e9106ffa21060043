import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draft, edit, insert, isEditingKey } from '../../src/text/edit.ts';
import { runs } from '../harness/full.ts';
import { hostileText, seeded } from './hostile.ts';

/** A draft drawn with `|` at the cursor. */
function draft(drawn: string): Draft {
  return { text: drawn.replace('|', ''), cursor: drawn.indexOf('|') };
}

function drawn({ text, cursor }: Draft): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

describe('edit', () => {
  it.each([
    ['left', 'ab|', 'a|b'],
    ['left', '|ab', '|ab'],
    ['left', 'a👩🏽‍💻|b', 'a|👩🏽‍💻b'],
    ['ctrl-b', 'e\u0301|', '|e\u0301'],
    ['right', 'a|👩🏽‍💻b', 'a👩🏽‍💻|b'],
    ['ctrl-f', 'ab|', 'ab|'],
    ['home', 'ab|c', '|abc'],
    ['ctrl-a', 'ab|c', '|abc'],
    ['end', 'a|bc', 'abc|'],
    ['ctrl-e', 'a|bc', 'abc|'],
    ['backspace', 'ab|c', 'a|c'],
    ['backspace', '|ab', '|ab'],
    ['backspace', 'a🇩🇪|', 'a|'],
    ['ctrl-h', 'ae\u0301|', 'a|'],
    ['delete', 'a|👩🏽‍💻c', 'a|c'],
    ['delete', 'ab|', 'ab|'],
    ['ctrl-w', 'foo bar-baz |qux', 'foo |qux'],
    ['ctrl-w', '|foo', '|foo'],
    ['ctrl-u', 'foo b|ar', '|ar'],
    ['ctrl-k', 'foo b|ar', 'foo b|'],
    ['ctrl-left', 'foo bar-baz|', 'foo bar-|baz'],
    ['alt-b', 'foo bar |', 'foo |bar '],
    ['alt-b', '☺️ ü1|', '☺️ |ü1'],
    ['ctrl-right', '|foo, bar', 'foo|, bar'],
    ['alt-f', 'foo|, bar', 'foo, bar|'],
    ['up', 'ab|c', 'ab|c'],
    ['enter', 'ab|c', 'ab|c'],
  ])('%s in one line turns %s into %s', (key, before, after) => {
    expect(drawn(edit(draft(before), key))).toBe(after);
  });

  it.each([
    ['home', 'one\ntw|o', 'one\n|two'],
    ['end', 'o|ne\ntwo', 'one|\ntwo'],
    ['up', 'one\ntw|o', 'on|e\ntwo'],
    ['up', '配送\nabc|', '配|送\nabc'],
    ['up', 'o|ne', 'o|ne'],
    ['down', 'on|e\nt\nx', 'one\nt|\nx'],
    ['down', 'one\n|two', 'one\n|two'],
    ['left', 'one\n|two', 'one|\ntwo'],
    ['right', 'one|\ntwo', 'one\n|two'],
    ['backspace', 'one\n|two', 'one|two'],
    ['delete', 'one|\ntwo', 'one|two'],
    ['ctrl-u', 'one\ntw|o', 'one\n|o'],
    ['ctrl-k', 'o|ne\ntwo', 'o|\ntwo'],
    ['ctrl-k', 'one|\ntwo', 'one|two'],
    ['alt-b', 'one\n|two', '|one\ntwo'],
    ['enter', 'on|e', 'on\n|e'],
  ])('%s in many lines turns %j into %j', (key, before, after) => {
    expect(drawn(edit(draft(before), key, { multiline: true }))).toBe(after);
  });

  it('returns the same draft if a key is unknown or has nothing to do', () => {
    const same = draft('ab|');
    for (const key of ['f5', 'a', 'constructor', '__proto__', 'right', 'delete', 'end', 'enter', 'down']) {
      expect(edit(same, key)).toBe(same);
    }
  });

  it('takes a cursor that is out of the text or inside a character to the next good place', () => {
    expect(drawn(edit({ text: 'ab', cursor: 99 }, 'backspace'))).toBe('a|');
    expect(drawn(edit({ text: 'a👩🏽‍💻b', cursor: 3 }, 'backspace'))).toBe('a|b');
    expect(drawn(edit({ text: 'ab', cursor: Number.NaN }, 'delete'))).toBe('|b');
  });
});

describe('insert', () => {
  it('puts text at the cursor and moves behind it', () => {
    expect(drawn(insert(draft('a|c'), 'b'))).toBe('ab|c');
    expect(drawn(insert(draft('a|c'), ''))).toBe('a|c');
  });

  it('turns line breaks into spaces in one line and keeps them in many', () => {
    expect(drawn(insert(draft('|'), 'a\r\nb\nc'))).toBe('a b c|');
    expect(drawn(insert(draft('|'), 'a\r\nb\nc', { multiline: true }))).toBe('a\nb\nc|');
  });

  it('makes pasted escape sequences visible and drops invisible signs', () => {
    expect(drawn(insert(draft('|'), '\x1b[201~rm\u202e\u200b'))).toBe('^[[201~rm|');
  });

  it('lets a mark typed alone join the letter before it', () => {
    expect(drawn(insert(draft('e|'), '\u0301'))).toBe('e\u0301|');
  });

  it('stands behind a flag whose second half was there', () => {
    expect(drawn(insert(draft('|🇪'), '🇩'))).toBe('🇩🇪|');
  });
});

describe('any editing', () => {
  const KEYS = [
    'left',
    'right',
    'up',
    'down',
    'home',
    'end',
    'backspace',
    'delete',
    'ctrl-w',
    'ctrl-u',
    'ctrl-k',
    'ctrl-left',
    'ctrl-right',
    'enter',
  ];
  const step = fc.oneof(
    fc.constantFrom(...KEYS).map(key => ({ key })),
    hostileText.map(text => ({ text })),
  );
  const segmenter = new Intl.Segmenter();

  it('leaves the cursor between two characters, and one line without a line break', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.boolean(), (steps, multiline) => {
        let now: Draft = { text: '', cursor: 0 };
        for (const action of steps) {
          now = 'key' in action ? edit(now, action.key, { multiline }) : insert(now, action.text, { multiline });
          const places = [now.text.length, ...[...segmenter.segment(now.text)].map(({ index }) => index)];
          expect(places).toContain(now.cursor);
          if (!multiline) expect(now.text).not.toContain('\n');
        }
      }),
      { ...seeded, numRuns: runs(1_000) },
    );
  });

  it('goes left as often as right', () => {
    fc.assert(
      fc.property(hostileText, raw => {
        const end = insert({ text: '', cursor: 0 }, raw, { multiline: true });
        let now = end;
        let steps = 0;
        while (now.cursor > 0) {
          now = edit(now, 'left', { multiline: true });
          steps += 1;
        }
        for (let back = 0; back < steps; back += 1) now = edit(now, 'right', { multiline: true });
        expect(now).toEqual(end);
      }),
      { ...seeded, numRuns: runs(500) },
    );
  });
});

it('knows its own keys by name, and no others', () => {
  for (const key of ['left', 'ctrl-w', 'alt-b', 'alt-f']) expect(isEditingKey(key)).toBe(true);
  for (const key of ['enter', 'esc', 'alt-x', 'toString']) expect(isEditingKey(key)).toBe(false);
});
