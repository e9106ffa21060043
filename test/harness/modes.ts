import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The modes that a program must leave as it found them, as the emulator knows them. */
export interface TerminalModes {
  readonly alternateScreen: boolean;
  readonly cursorShown: boolean;
  readonly bracketedPaste: boolean;
  readonly wraparound: boolean;
  readonly insert: boolean;
  readonly origin: boolean;
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly mouse: string;
  readonly focusEvents: boolean;
  readonly synchronizedOutput: boolean;
  /** How many kitty keyboard settings are pushed and not popped. */
  readonly kittyFlagsPushed: number;
}

/** How every terminal is before a program starts, and must be after it. */
export const MODES_AT_REST: TerminalModes = {
  alternateScreen: false,
  cursorShown: true,
  bracketedPaste: false,
  wraparound: true,
  insert: false,
  origin: false,
  applicationCursor: false,
  applicationKeypad: false,
  mouse: 'none',
  focusEvents: false,
  synchronizedOutput: false,
  kittyFlagsPushed: 0,
};

const SCRIPT = `
trap : HUP INT QUIT TERM
stty -g > "$1/tty-before"
folder=$1; shift
"$@"
code=$?
stty -g > "$folder/tty-after"
exit $code
`;

/** A command that runs `command` and notes in `folder` how the line discipline stood before and after (see `ttyKept`). */
export function withTtyNoted(folder: string, command: string, args: readonly string[]) {
  return { command: '/bin/sh', args: ['-c', SCRIPT, 'sh', folder, command, ...args] };
}

/** What `withTtyNoted` wrote: equal strings mean that raw mode and echo were given back. */
export function ttyKept(folder: string): { before: string; after: string } {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  return { before: read('tty-before'), after: read('tty-after') };
}
