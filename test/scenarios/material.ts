import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownStrings } from '../conformance/hostile-strings.ts';
import { BREAK_SAMPLES } from '../harness/break-samples.ts';
import { BROKEN_UTF8 } from '../harness/broken-utf8.ts';
import { corpusFolder } from '../harness/corpus.ts';
import { CLUSTERS, PAYLOADS } from '../harness/payloads.ts';
import { everyEmoji } from '../text/emoji.ts';
import { SENTENCES } from '../text/scripts.ts';

/** The mail and texts that test a desk's screens. */
export interface Material {
  /** Paths of files to import, mail or not. */
  readonly files: readonly string[];
  /** Hostile texts for every field. */
  readonly texts: readonly Buffer[];
}

const fixtures = join(import.meta.dirname, '../fixtures');

/** Every file below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'SOURCE.txt')
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

/** The material of every clone: our fixtures, and hostile text from our tests. */
export function ownMaterial(): Material {
  const lists = [PAYLOADS, CLUSTERS, BREAK_SAMPLES, SENTENCES, everyEmoji(), ownStrings];
  const texts = lists.flatMap(list => [list.join(' | '), list.join('\n')]).map(text => Buffer.from(text));
  const html = filesIn(join(fixtures, 'html')).map(path => readFileSync(path));
  return { files: filesIn(join(fixtures, 'mail')), texts: [...texts, Buffer.from(BROKEN_UTF8), ...html] };
}

/** The material of the corpus: all its files, and also as texts those that are not mail. */
export function corpusMaterial(): Material {
  return { files: filesIn(corpusFolder), texts: hostileFiles() };
}

function hostileFiles(): Buffer[] {
  const folders = [
    'xtermjs-escapes/test/fixtures/escape_sequence_files',
    'utf8-stress/testdata',
    'unicode-segmenter/test/_corpora',
    'html-cerberus',
    'html-leemunroe',
    'discourse-replies/test/emails',
    'discourse-replies/test/trimmed',
    'github-replies/test/emails',
    ...readdirSync(join(corpusFolder, 'payloads'))
      .filter(name => !name.endsWith('.txt'))
      .flatMap(name => ['Files', 'Intruder'].map(inner => `payloads/${name}/${inner}`)),
  ].map(folder => join(corpusFolder, folder));
  const files = folders
    .filter(existsSync)
    .flatMap(folder =>
      readdirSync(folder)
        .filter(name => name !== 'SOURCE.txt')
        .map(name => join(folder, name)),
    )
    .map(path => readFileSync(path));
  return [...files, graphemeBreaks()];
}

/** The strings that Unicode's own test of clusters describes by their codes. */
function graphemeBreaks(): Buffer {
  const text = readFileSync(join(corpusFolder, 'unicode-10/tests/GraphemeBreakTest.txt'), 'utf8');
  const strings = text.split('\n').flatMap(line => {
    const codes = (line.split('#')[0] ?? '').match(/[0-9A-F]{4,6}/g);
    return codes ? [codes.map(code => codePoint(Number.parseInt(code, 16))).join('')] : [];
  });
  return Buffer.from(strings.join(' | '));
}

function codePoint(code: number): string {
  return code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
}
