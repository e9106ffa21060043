import { openEarlyTerminal } from '../../terminal/early-terminal.ts';
import { checkTerminal } from '../../terminal/tty.ts';
import { paths } from '../paths.ts';
import type { FirstFrame } from '../shell.ts';
import { setTimer } from '../timer.ts';
import { framePath, readFrame } from './frame-file.ts';
import { startKey } from './start-key.ts';
import { isStillTrue } from './still-true.ts';

/**
 * Paints the last frame of a desk with these arguments, before anything else is loaded. Writes nothing and returns
 * undefined if no such frame is kept, or if its agent, settings, database or window size have changed.
 */
export function paintFirstFrame(args: readonly string[]): FirstFrame | undefined {
  // A word is a command. Nothing else than a desk keeps a frame.
  if (/^\w/.test(args[0] ?? '')) return undefined;
  const { env: environment } = process;
  const path = framePath(paths.state(), startKey({ args, environment, folder: process.cwd() }));
  const frame = readFrame(path);
  if (frame === undefined || !isStillTrue(frame, environment, Date.now())) return undefined;
  const { stdin, stdout } = process;
  if (!checkTerminal(environment, stdin, stdout).ok) return undefined;
  if (stdout.columns !== frame.columns || stdout.rows !== frame.rows) return undefined;
  return { terminal: openEarlyTerminal(frame, { process, setTimer, stdin, stdout }), aim: frame.aim };
}
