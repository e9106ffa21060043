import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusPath, whyNoCorpus } from '../harness/corpus.ts';
import { isFull } from '../harness/full.ts';
import { createRandom, pick } from '../harness/random.ts';

const folder = corpusPath('payloads');

/** The reason why the lists of hostile strings cannot be had; undefined if they can. */
export const whyNoPayloads = whyNoCorpus('payloads');

/** Strings of our own, for every clone: quotes, query syntax of two databases and a search, controls, halves. */
export const ownStrings: readonly string[] = [
  "' or '1'='1",
  "'; drop table conversation; --",
  '" or ""="',
  "1' union select hash from token --",
  "\\'; select pg_sleep(5); --",
  '$$; select 1; $$',
  '%',
  '_%_',
  '*',
  '"',
  '"unbalanced',
  'NEAR(a b, 3)',
  'title:secret OR *',
  'a AND NOT b',
  '(((((',
  '-- ',
  '{"$ne": null}',
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2f',
  '%00',
  'a\u0000b',
  '\u001f\u007f\u0085',
  '\r\nSet-Cookie: a=b',
  '\ud800 lone \udc00',
  '\u202egnp.exe',
  '\u200b\u200d\ufeff',
  'ﷺ'.repeat(50),
  `e${'\u0301'.repeat(200)}`,
  '🧑‍🚀'.repeat(30),
  'İıſK',
  '東京の返品',
  '<script>alert(1)</script>',
  '$' + '{7*7}{{7*7}}',
  'null',
  'NaN',
  '-1',
  '9'.repeat(400),
  'x'.repeat(20_000),
];

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter(line => line !== '');
}

/** Every line of every list; empty without lists. */
export function payloads(): string[] {
  return whyNoPayloads !== undefined
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(one => one.isFile() && one.name.endsWith('.txt') && one.name !== 'SOURCE.txt')
        .flatMap(one => linesOf(join(one.parentPath, one.name)));
}

/** Takes some of many, others each time, the same over two runs. */
export function createSampler(all: readonly string[], count: number): () => readonly string[] {
  const random = createRandom(20_251_120);
  if (isFull || all.length <= count) return () => all;
  return () => Array.from({ length: count }, () => pick(random, all));
}
