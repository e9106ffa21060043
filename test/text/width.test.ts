import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { safeLine } from '../../src/text/safe.ts';
import { isAllNarrow, plainColumns } from '../../src/text/unicode.ts';
import { graphemes, isWide, width } from '../../src/text/width.ts';
import { BREAK_SAMPLES } from '../harness/break-samples.ts';
import { corpusText, whyNoCorpus } from '../harness/corpus.ts';
import { sampled } from '../harness/full.ts';
import { skippedFor } from '../harness/skipped.ts';
import { clustersByRule } from './cluster-rules.ts';
import { everyEmoji } from './emoji.ts';
import { hostileText, seeded } from './hostile.ts';
import { SCRIPTS } from './scripts.ts';

const segmenter = new Intl.Segmenter();
function clusters(text: string) {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

const LANGUAGES = ['arb', 'cmn_hans', 'eng', 'jpn', 'kor', 'hin', 'tha'];
function textIn(language: string): string {
  return corpusText(`unicode-segmenter/test/_corpora/udhr_${language}.txt`);
}

describe('width', () => {
  it('measures a text by its length only if each unit is one column, alone or beside any other', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit);
    expect(units.filter(unit => isAllNarrow(String.fromCharCode(unit)) !== (plainColumns(unit) === 1))).toEqual([]);
    expect(units.filter(unit => plainColumns(unit) === 1 && stringWidth(String.fromCharCode(unit)) !== 1)).toEqual([]);
  });

  it('takes no mark, no invisible character and nothing that a terminal may not know for a plain one', () => {
    const doubtful = /[\p{M}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
    const units = Array.from({ length: 0x3000 }, (_, unit) => String.fromCharCode(unit));
    expect(units.filter(unit => isAllNarrow(unit) && doubtful.test(unit))).toEqual([]);
  });

  it('agrees with string-width on every assigned code point', () => {
    // Nothing is assigned between the last ideographs and the tags; beyond those all is private.
    const codes = [...Array(0x32400).keys(), ...Array.from({ length: 0x1f0 }, (_, at) => 0xe0000 + at)];
    const differing = sampled(codes).filter(code => {
      const character = String.fromCodePoint(code);
      return !/\p{Cn}/u.test(character) && width(character) !== stringWidth(character);
    });
    expect(differing).toEqual([]);
  });

  it.each([
    ['', 0],
    ['abc', 3],
    ['Zoë', 3],
    ['…', 1],
    ['配送先', 6],
    ['ｱﾞ', 2],
    ['한국', 4],
    ['\u1112\u1161\u11ab', 2],
    ['é', 1],
    ['👩🏽‍💻', 2],
    ['❤', 1],
    ['❤️', 2],
    ['1️⃣', 2],
    ['🇩🇪', 2],
    ['☝🏻', 2],
    ['\t\n\x00', 0],
    ['\x1b[31mred\x1b[0m', 3],
    ['\x1b]8;;https://a.example\x07link\x1b]8;;\x07', 4],
    ['\x1b]0;title\x1b\\x', 1],
    ['\u009b31mred', 3],
    ['\x1b[?2004h\x1b(B\x1b7x', 1],
  ])('counts %j as %i', (text, columns) => {
    expect(width(text)).toBe(columns);
    expect(stringWidth(text)).toBe(columns);
  });

  it('agrees with string-width on every emoji', () => {
    const emoji = everyEmoji();
    expect(emoji.length).toBeGreaterThan(5_000);
    expect(sampled(emoji).filter(each => width(each) !== stringWidth(each))).toEqual([]);
  });

  it(
    'agrees with string-width on every emoji sequence of the corpus',
    skippedFor(whyNoCorpus('unicode-segmenter')),
    () => {
      const text = corpusText('unicode-segmenter/test/_corpora/emoji_test_sequences.txt').replace(/^#.*$/gm, '');
      const emoji = clusters(text).filter(cluster => cluster.trim() !== '');
      expect(emoji.length).toBeGreaterThan(5_000);
      // The five skin tones, which the file lists without a base, run together with the emoji before them.
      expect(emoji.filter(cluster => width(cluster) !== stringWidth(cluster))).toEqual(['🫆🏻🏼🏽🏾🏿']);
    },
  );

  /** Terminals draw each letter of a conjunct, and Thai sara am, in a cell; string-width counts the first only. */
  const expectAgreement = (cluster: string): void => {
    const letters = cluster.match(/\p{L}/gu)?.length ?? 0;
    if (letters > 1) expect(width(cluster)).toBe([...cluster].reduce((sum, letter) => sum + stringWidth(letter), 0));
    else expect(width(cluster)).toBe(stringWidth(cluster));
  };

  it('agrees with string-width unless letters share a cluster', () => {
    const found = new Set(SCRIPTS.flatMap(clusters));
    expect(found.size).toBeGreaterThan(15_000);
    for (const cluster of sampled([...found])) expectAgreement(cluster);
  });

  it(
    'agrees with string-width on the corpus unless letters share a cluster',
    skippedFor(whyNoCorpus('unicode-segmenter')),
    () => {
      for (const language of LANGUAGES)
        for (const cluster of new Set(clusters(textIn(language)))) expectAgreement(cluster);
    },
  );

  it('is the sum of the widths of the clusters', () => {
    fc.assert(
      fc.property(hostileText, raw => {
        const text = raw.replace(/[\x1b\x80-\x9f]/g, '');
        expect(graphemes(text).reduce((sum, cluster) => sum + cluster.width, 0)).toBe(width(text));
      }),
      seeded,
    );
  });

  it('knows which code points are wide', () => {
    expect([0x4e00, 0x1f600, 0xff21, 0x1100, 0x3fffd].every(isWide)).toBe(true);
    expect([0x41, 0x2764, 0xff71, 0x10ffff, 0].some(isWide)).toBe(false);
  });
});

describe('a terminal', () => {
  // Not emoji: the terminal's own table ends with Unicode 6, and no two terminals agree on them.
  const SAMPLE =
    'Zoë “naïve” – 5 € … │ ▌ ● ✓ 配送先を変更 ｱﾞ 한국어 \u1112\u1161\u11ab क्षत्रिय देवनागरी ภาษาไทย คำ ລາວ العربية עברית';

  /** The column in which a terminal stands after each text, by its own report. */
  async function columnsDrawn(texts: readonly string[]): Promise<number[]> {
    const terminal = new Terminal({ cols: 400, rows: 3, allowProposedApi: true });
    const columns: number[] = [];
    terminal.onData(report => columns.push(Number(report.match(/;(\d+)R/)?.[1]) - 1));
    const questions = texts.map(text => `\r\x1b[K${text}\x1b[6n`).join('');
    await new Promise<void>(done => terminal.write(questions, done));
    terminal.dispose();
    return columns;
  }

  it('puts its cursor where we count', async () => {
    const texts = new Set([SAMPLE, ...SCRIPTS].flatMap(clusters));
    if (whyNoCorpus('unicode-segmenter') === undefined)
      for (const language of LANGUAGES) for (const cluster of clusters(textIn(language))) texts.add(cluster);
    const safe = [...texts].map(text => safeLine(text));
    const drawn = await columnsDrawn(safe);
    expect(drawn).toHaveLength(safe.length);
    expect(safe.filter((text, at) => drawn[at] !== width(text))).toEqual([]);
  });
});

describe('graphemes', () => {
  it('finds the clusters that Unicode defines, in any text', () => {
    fc.assert(
      fc.property(hostileText, raw => {
        const longest = Math.max(0, ...clusters(raw).map(cluster => cluster.length));
        if (longest <= 8) expect(graphemes(raw).map(({ text }) => text)).toEqual(clusters(raw));
        else
          expect(
            graphemes(raw)
              .map(({ text }) => text)
              .join(''),
          ).toBe(raw);
      }),
      seeded,
    );
  });

  it('takes a cluster that no line could hold letter by letter', () => {
    const found = graphemes(`ก${'\u0e33'.repeat(10_000)}`);
    expect(found).toHaveLength(10_001);
    expect(found.every(cluster => cluster.width === 1)).toBe(true);
  });

  it('ends a cluster where the rules of UAX #29 do, for each class beside each', () => {
    for (const sample of BREAK_SAMPLES)
      expect(
        graphemes(sample).map(({ text }) => text),
        JSON.stringify(sample),
      ).toEqual(clustersByRule(sample));
  });

  it(
    'passes the break test of Unicode 10, but for three rules that changed since',
    skippedFor(whyNoCorpus('unicode-10')),
    () => {
      const changed = { skinToneExtends: 0, loneSurrogateIsNoControl: 0, joinerNeedsPictograph: 0 };
      let passed = 0;
      for (const line of corpusText('unicode-10/tests/GraphemeBreakTest.txt').split('\n')) {
        const rule = line.split('#')[0]?.trim() ?? '';
        if (rule === '') continue;
        const wanted = rule
          .split('÷')
          .map(part => part.match(/[0-9A-F]+/g))
          .filter(codes => codes !== null);
        const texts = wanted.map(codes => codes.map(code => String.fromCodePoint(Number.parseInt(code, 16))).join(''));
        const found = graphemes(texts.join('')).map(({ text }) => text);
        if (found.join('|') === texts.join('|')) passed += 1;
        else if (rule.includes('D800')) changed.loneSurrogateIsNoControl += 1;
        else if (rule.includes('÷ 1F3FB')) changed.skinToneExtends += 1;
        else if (rule.startsWith('÷ 200D ×')) changed.joinerNeedsPictograph += 1;
        else expect(found, rule).toEqual(texts);
      }
      expect({ passed, ...changed }).toEqual({
        passed: 762,
        skinToneExtends: 30,
        loneSurrogateIsNoControl: 25,
        joinerNeedsPictograph: 5,
      });
    },
  );
});
