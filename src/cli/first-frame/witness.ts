import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** A file that a frame depends on, and its state when the desk started. */
export interface Witness {
  readonly path: string;
  /** `contents`: a settings file. `file`: a database, which changes all the time. */
  readonly by: keyof typeof MEASURES;
  readonly was: string;
}

/** The mark of a missing file. */
const ABSENT = '-';

const MEASURES = {
  contents: (path: string) => hash('sha256', readFileSync(path)),
  file: (path: string) => {
    const { dev, ino, birthtimeMs } = statSync(path);
    return `${dev}:${ino}:${birthtimeMs}`;
  },
} as const;

/** Notes the present state of a file. */
export function witness(path: string, by: Witness['by']): Witness {
  return { path, by, was: stateOf(path, by) };
}

/** The state of a file when its contents were read; empty if it did not exist. */
export function witnessOfText(path: string, text: string): Witness {
  return { path, by: 'contents', was: text === '' ? ABSENT : hash('sha256', text) };
}

/** Whether the file is as it was. */
export function isAsBefore({ path, by, was }: Witness): boolean {
  return stateOf(path, by) === was;
}

function stateOf(path: string, by: Witness['by']): string {
  try {
    return MEASURES[by](path);
  } catch {
    return ABSENT;
  }
}

/** Tells whether two tokens are the same, without the token. */
export function tokenMark(token: string): string {
  return hash('sha256', `first frame:${token}`).slice(0, 32);
}
