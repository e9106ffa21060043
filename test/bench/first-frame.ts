import { join } from 'node:path';
import { clearFrames } from '../../src/cli/first-frame/frame-file.ts';
import { openTerminal } from '../harness/pty.ts';

/** A built desk. */
export interface BuiltDesk {
  readonly launcher: string;
  readonly database: string;
  /** In place of `--database`, for another help center. */
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Until the terminal has the last byte of the desk's own first frame. No frame of an earlier desk is painted. */
export function firstFrameMs(desk: BuiltDesk): Promise<number> {
  clearFrames(join(desk.env.XDG_STATE_HOME!, 'frontdesk'));
  return frameMs(desk);
}

/** Until the terminal has the last byte of the frame that an earlier desk with the same arguments left. */
export function keptFrameMs(desk: BuiltDesk): Promise<number> {
  return frameMs(desk);
}

/** The emulator's own drawing time does not count. */
async function frameMs({ launcher, database, args = ['--database', database], env }: BuiltDesk): Promise<number> {
  const began = performance.now();
  let came = began;
  const desk = openTerminal({
    command: process.execPath,
    args: [launcher, ...args, '--link', 'fast'],
    env,
    columns: 120,
    rows: 40,
    onOutput: () => {
      came = performance.now();
    },
  });
  await desk.until(() => desk.screen().some(row => /\b5,?000\b|#\d+ |^.?▌? *●? *\d+ /.test(row)), 'no first frame');
  const took = came - began;
  // As in normal use: the compile cache is kept for the next start.
  await desk.settled(300);
  desk.type('q');
  await desk.exit();
  return took;
}
