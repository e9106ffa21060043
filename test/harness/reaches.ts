import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An import of a file of ours, static or not. */
const IMPORT = /(?:from|import)\s*\(?'(\.[^']+)'/g;

const read = new Map<string, readonly string[]>();

/** The files that a file of the tests imports. */
export function importsOf(path: string): readonly string[] {
  const known = read.get(path);
  if (known) return known;
  const found = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, to]) => join(dirname(path), to!));
  read.set(path, found);
  return found;
}

/** Whether a test file is the file whose path ends so, or imports it, also through other files of the tests. */
export function reaches(path: string, end: string, seen = new Set<string>()): boolean {
  if (seen.has(path) || path.includes('/src/') || !existsSync(path)) return false;
  seen.add(path);
  return path.endsWith(end) || importsOf(path).some(to => reaches(to, end, seen));
}
