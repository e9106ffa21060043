import { launcher } from './launcher.ts';
import { type OpenTerminalOptions, openTerminal, type Terminal } from './pty.ts';

/** The built desk on a terminal of 120 columns and 36 rows, unless told otherwise, with these words behind its name. */
export function openBuiltDesk(
  args: readonly string[],
  env: OpenTerminalOptions['env'],
  more: Partial<Omit<OpenTerminalOptions, 'command' | 'args' | 'env'>> = {},
): Terminal {
  return openTerminal({ command: process.execPath, args: [launcher, ...args], env, columns: 120, rows: 36, ...more });
}
