import { existsSync } from 'node:fs';

/** Programs of Debian that some tests meet. */
export interface Debian {
  /** If this variable is 1, as in `.ci/run`, the tests fail without the programs. Otherwise they are skipped. */
  readonly variable: string;
  /** The packages that have them, as one gives them to apt. */
  readonly packages: string;
}

/** Why the tests of a program are skipped; undefined if they run. */
export function whyNotInstalled(path: string, { variable, packages }: Debian): string | undefined {
  if (process.env[variable] === '1' || existsSync(path)) return undefined;
  return `${path} is not on this machine (Debian: apt install ${packages})`;
}

/** The shells that complete our commands, and the readers of our man page. */
export const SHELLS_AND_READERS: Debian = { variable: 'FRONTDESK_SHELLS', packages: 'zsh fish mandoc groff' };

/** The synthesizer that shows how line mode is spoken. */
export const SPEECH: Debian = { variable: 'FRONTDESK_SPEECH', packages: 'espeak-ng' };
