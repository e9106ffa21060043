import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where the corpus of real mail and hostile strings is, if it is on this machine: `FRONTDESK_CORPUS`. */
export const corpusFolder = resolve(import.meta.dirname, '../..', process.env.FRONTDESK_CORPUS ?? '../shared/corpus');

/** The path of a file or a folder of the corpus. */
export function corpusPath(path: string): string {
  return join(corpusFolder, path);
}

/** The reason why tests on the corpus, or on one folder of it, cannot run here; undefined if they can. */
export function whyNoCorpus(folder = ''): string | undefined {
  if (!existsSync(corpusFolder)) return 'the corpus is not on this machine (FRONTDESK_CORPUS names its folder)';
  return existsSync(corpusPath(folder)) ? undefined : `the corpus has no ${folder}`;
}

/** A file of the corpus as UTF-8 text; `corpusBytes` for its bytes. */
export function corpusText(path: string): string {
  return readFileSync(corpusPath(path), 'utf8');
}

export function corpusBytes(path: string): Uint8Array {
  return readFileSync(corpusPath(path));
}

/** The names of the files in a folder of the corpus. */
export function corpusNames(folder: string): string[] {
  return readdirSync(corpusPath(folder)).sort();
}
