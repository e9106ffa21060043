import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.env.FRONTDESK_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus');

/** Whether a folder of the test corpus is on this machine. */
export function hasCorpus(folder: string): boolean {
  return existsSync(join(root, folder));
}

/** A file of the test corpus as UTF-8 text; `corpusBytes` for its bytes. */
export function corpusText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function corpusBytes(path: string): Uint8Array {
  return readFileSync(join(root, path));
}

/** The names of the files in a folder of the test corpus. */
export function corpusNames(folder: string): string[] {
  return readdirSync(join(root, folder)).sort();
}
