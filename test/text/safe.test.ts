import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { join, lines, safeBlock, safeJson, safeLine, t } from '../../src/text/safe.ts';
import { graphemes, width } from '../../src/text/width.ts';
import { BROKEN_UTF8 } from '../harness/broken-utf8.ts';
import { corpusBytes, whyNoCorpus } from '../harness/corpus.ts';
import { skippedFor } from '../harness/skipped.ts';
import { hostileText, seeded } from './hostile.ts';

const CONTROL = /[\x00-\x1f\x7f-\x9f]/;
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u115f\u1160\u3164\uffa0]/;

describe('controls', () => {
  it('shows every C0 character and DEL in caret form', () => {
    for (let code = 0; code < 0x20; code += 1) {
      if (code === 0x09 || code === 0x0a) continue;
      expect(safeLine(`a${String.fromCharCode(code)}b`)).toBe(`a^${String.fromCharCode(code + 0x40)}b`);
    }
    expect(safeLine('a\x7fb')).toBe('a^?b');
  });

  it('shows every C1 character by its number, save NEL, which is a line break', () => {
    for (let code = 0x80; code < 0xa0; code += 1) {
      const expected = code === 0x85 ? 'a b' : `a\\x${code.toString(16)}b`;
      expect(safeLine(`a${String.fromCharCode(code)}b`)).toBe(expected);
    }
  });

  it.each([
    ['OSC 52, 7-bit', '\x1b]52;c;aGk=\x07', '^[]52;c;aGk=^G'],
    ['OSC 52, 8-bit', '\u009d52;c;aGk=\u009c', '\\x9d52;c;aGk=\\x9c'],
    ['OSC 0, 7-bit', '\x1b]0;pwned\x1b\\', '^[]0;pwned^[\\'],
    ['OSC 0, 8-bit', '\u009d0;pwned\u009c', '\\x9d0;pwned\\x9c'],
    ['OSC 8', '\x1b]8;;https://evil.example\x07bank\x1b]8;;\x07', '^[]8;;https://evil.example^Gbank^[]8;;^G'],
    ['SGR conceal', '\x1b[8mhidden', '^[[8mhidden'],
    ['8-bit CSI', '\u009b2J', '\\x9b2J'],
    ['DCS, APC, PM, SOS', '\x1bPa\x1b_b\x1b^c\x1bXd', '^[Pa^[_b^[^c^[Xd'],
    ['an unterminated OSC', '\x1b]0;swallows the rest', '^[]0;swallows the rest'],
    ['the end of a bracketed paste', 'a\x1b[201~rm', 'a^[[201~rm'],
    ['an overprint by CR', 'approved\rREJECTED', 'approved^MREJECTED'],
    ['an overprint by BS', 'ab\b\bXY', 'ab^H^HXY'],
    ['NUL and BEL', 'a\0b\x07', 'a^@b^G'],
  ])('shows %s as text', (_name, raw, safe) => {
    expect(safeLine(raw)).toBe(safe);
    expect(safeBlock(raw)).toBe(raw.includes('\r') ? 'approved\nREJECTED' : safe);
  });

  it('keeps 8-bit escape bytes harmless after a Windows-1252 or Latin-1 decoder', () => {
    const bytes = Uint8Array.from([0x90, 0x9b, 0x9d, 0x9c, 0x41]);
    for (const charset of ['windows-1252', 'iso-8859-1', 'iso-8859-15', 'koi8-r', 'utf-8', 'utf-16le']) {
      expect(safeLine(new TextDecoder(charset).decode(bytes))).not.toMatch(CONTROL);
    }
    expect(safeLine(Buffer.from(bytes).toString('latin1'))).toBe('\\x90\\x9b\\x9d\\x9cA');
  });
});

describe('marks on a character', () => {
  it.each([
    ['a second style of an emoji', '❤\ufe0f\ufe0f!', '❤\ufe0f!'],
    ['a second skin tone', '👍🏽🏻!', '👍🏽!'],
    ['a style behind a skin tone', '👍🏽\ufe0f!', '👍🏽!'],
    ['a style of what has none', 'a\ufe0f!', 'a!'],
  ])('is dropped if it is %s', (_name, raw, safe) => {
    expect(safeLine(raw)).toBe(safe);
  });

  it('becomes a replacement if it is half of a pair, including the first and the last', () => {
    for (const half of ['\ud800', '\udbff', '\udc00', '\udfff']) expect(safeLine(`a${half}b`)).toBe('a\ufffdb');
  });
});

describe('lines', () => {
  it('makes one line of any text', () => {
    expect(safeLine('a\nb\r\nc\u0085d\u2028e\u2029f\tg')).toBe('a b c d e f g');
  });

  it('keeps every kind of line break of a block as LF', () => {
    expect(safeBlock('a\nb\r\nc\rd\u0085e\u2028f\u2029g')).toBe('a\nb\nc\nd\ne\nf\ng');
    expect(lines(safeBlock('a\r\n\r\nb'))).toEqual(['a', '', 'b']);
    expect(lines(safeBlock(''))).toEqual(['']);
  });

  it('runs the tabs of a block to the next eighth column', () => {
    expect(safeBlock('a\tb\n\tc\n12345678\td\n漢\te')).toBe('a       b\n        c\n12345678        d\n漢      e');
  });
});

describe('characters without a place of their own', () => {
  it('drops bidi controls, zero-width characters and soft hyphens', () => {
    const dropped = [0xad, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff, 0x34f];
    for (let code = 0x202a; code <= 0x202e; code += 1) dropped.push(code);
    for (let code = 0x2061; code <= 0x206f; code += 1) dropped.push(code);
    for (const code of dropped) {
      expect(safeLine(`exe${String.fromCharCode(code)}txt`)).toBe('exetxt');
      expect(safeBlock(`exe${String.fromCharCode(code)}txt`)).toBe('exetxt');
    }
  });

  it('keeps right-to-left letters in bodies and lines', () => {
    expect(safeBlock('שלום \u202eعالم')).toBe('שלום عالم');
  });

  it('drops Hangul fillers, tags and stray variation selectors', () => {
    expect(safeLine('a\u115f\u1160\u3164\uffa0b')).toBe('ab');
    expect(safeLine('a\u{e0041}\u{e0001}b\u{e007f}')).toBe('ab');
    expect(safeLine('a\ufe0fb\ufe0ec\u{e0100}')).toBe('abc');
  });

  it('replaces lone surrogates and noncharacters with U+FFFD', () => {
    expect(safeLine('a\ud800b\udc00c')).toBe('a\ufffdb\ufffdc');
    expect(safeLine('\ufffe\uffff\ufdd0\u{1ffff}')).toBe('\ufffd\ufffd\ufffd\ufffd');
    expect(safeLine('\ud800\u200b\udc00')).toBe('\ufffd\ufffd');
  });

  it('keeps joiners inside an emoji only', () => {
    for (const emoji of ['👩🏽‍💻', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🏴‍☠️', '❤️‍🔥', '🧑🏻‍❤️‍💋‍🧑🏿', '1️⃣', '#️⃣', '☎︎', '🇩🇪', '☝🏻', '🏴󠁧󠁢󠁳󠁣󠁴󠁿']) {
      expect(safeLine(`a${emoji}b`)).toBe(`a${emoji}b`);
    }
    expect(safeLine('a\u200db 😀\u200dx 😀\u200d')).toBe('ab 😀x 😀');
  });

  it('breaks up an emoji that joins more than any real one', () => {
    const chain = Array.from({ length: 100 }, () => '👩').join('\u200d');
    expect(Math.max(...graphemes(safeLine(chain)).map(({ text }) => [...text].length))).toBeLessThanOrEqual(7);
  });

  it('keeps a non-joiner only between letters that join', () => {
    expect(safeLine('می\u200cخواهم')).toBe('می\u200cخواهم');
    expect(safeLine('क\u094d\u200cष')).toBe('क\u094d\u200cष');
    expect(safeLine('pay\u200cpal \u200cमें\u200c ')).toBe('paypal में ');
  });

  it('keeps the variants of ideographs that names need', () => {
    expect(safeLine('葛\u{e0100}飾区')).toBe('葛\u{e0100}飾区');
  });

  it('keeps at most 8 marks on one base', () => {
    expect(safeLine(`a${'\u0301'.repeat(10_000)}b`)).toBe(`a${'\u0301'.repeat(8)}b`);
    expect(safeLine(`a${'\u0301\u200b'.repeat(10_000)}b`)).toBe(`a${'\u0301'.repeat(8)}b`);
  });

  it('adds a base to a mark without one, so that it cannot land outside its field', () => {
    expect(safeLine('\u0301a')).toBe('\u25cc\u0301a');
    expect(safeBlock('a\n\u200b\u0301b')).toBe('a\n\u25cc\u0301b');
  });
});

describe('all of it', () => {
  it.each([
    ['line', safeLine],
    ['block', safeBlock],
  ] as const)('a %s is harmless for any input, and a second pass changes nothing', (kind, make) => {
    fc.assert(
      fc.property(hostileText, raw => {
        const safe = make(raw);
        expect(kind === 'line' ? safe : safe.replaceAll('\n', '')).not.toMatch(CONTROL);
        expect(safe).not.toMatch(INVISIBLE);
        expect(safe.isWellFormed()).toBe(true);
        expect(safe).not.toMatch(/(?:^|\n)[\p{M}\u200c\u200d]/u);
        expect(safe).not.toMatch(/\p{M}{9}/u);
        expect(make(safe)).toBe(safe);
      }),
      seeded,
    );
  });

  it('leaves no character without columns on its own', () => {
    fc.assert(
      fc.property(hostileText, raw => {
        for (const cluster of graphemes(safeLine(raw))) expect(cluster.width).toBeGreaterThan(0);
      }),
      seeded,
    );
  });

  it('leaves ordinary text of any script as it is', () => {
    for (const text of [
      'Zoë’s “naïve” café – 5 € ½',
      '配送先を変更したい',
      '한국어 문장',
      'क्षत्रिय देवनागरी',
      'สวัสดีคำ',
      'Ελληνικά',
      'русский',
      'tiếng Việt',
      'עברית',
      'العربية',
    ]) {
      expect(safeLine(text)).toBe(text);
      expect(safeBlock(text)).toBe(text);
    }
    expect(safeLine('e\u0301')).toBe('e\u0301');
  });

  it('accepts a line of a megabyte, and a megabyte of marks or escapes', () => {
    expect(safeLine('x'.repeat(1_000_000))).toHaveLength(1_000_000);
    expect(width(safeLine(`e${'\u0301'.repeat(1_000_000)}`))).toBe(1);
    expect(safeLine('\x1b'.repeat(500_000))).toHaveLength(1_000_000);
  });

  /** Returns the number of lines. */
  const takeLines = (bytes: Uint8Array): number => {
    let start = 0;
    let seen = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (bytes[at] !== 0x0a) continue;
      for (const charset of ['utf-8', 'windows-1252']) {
        const safe = safeLine(new TextDecoder(charset).decode(bytes.subarray(start, at)));
        expect(safe).not.toMatch(CONTROL);
        expect(safeLine(safe)).toBe(safe);
      }
      start = at + 1;
      seen += 1;
    }
    return seen;
  };

  it('accepts every byte after every beginning of a sequence, whole, cut short and too long', () => {
    expect(takeLines(BROKEN_UTF8)).toBe(9 * 256);
  });

  it('accepts every line of a decoder stress test', skippedFor(whyNoCorpus('utf8-stress')), () => {
    expect(takeLines(corpusBytes('utf8-stress/testdata/UTF-8-test.txt'))).toBeGreaterThan(250);
  });
});

describe('putting safe text together', () => {
  it('accepts numbers and safe text in own words, and no plain string', () => {
    const name = safeLine('Zoë\x1b');
    expect(t`Assigned ${2} to ${name} · z undoes`).toBe('Assigned 2 to Zoë^[ · z undoes');
    // @ts-expect-error a plain string has not been made safe
    expect(t`${'plain'}`).toBe('plain');
    // @ts-expect-error nor has it here
    expect(join(['plain'])).toBe('plain');
  });

  it('joins with and without a separator', () => {
    expect(join([t`late`, t`vip`], t`, `)).toBe('late, vip');
    expect(join([t`a`, t`b`])).toBe('ab');
  });
});

describe('safeJson', () => {
  it('escapes every control, line separator and bidi control, and says what was there', () => {
    fc.assert(
      fc.property(hostileText, raw => {
        const json = safeJson({ [raw]: [raw] });
        expect(json).not.toMatch(CONTROL);
        expect(json).not.toMatch(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\udb40/);
        expect(JSON.parse(json)).toEqual({ [raw]: [raw] });
      }),
      seeded,
    );
    expect(safeJson('\u009b\x7f\u202e\u{e0041}')).toBe('"\\u009b\\u007f\\u202e\\udb40\\udc41"');
  });

  it('indents, and writes null for values that JSON cannot express', () => {
    expect(safeJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
    expect(safeJson(undefined)).toBe('null');
  });
});
