import { openTerminal } from '../harness/pty.ts';

/** A built desk. */
export interface BuiltDesk {
  readonly launcher: string;
  readonly database: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Until the terminal has the frame's last byte; the emulator's own drawing time does not count. */
export async function firstFrameMs({ launcher, database, env }: BuiltDesk): Promise<number> {
  const began = performance.now();
  let came = began;
  const desk = openTerminal({
    command: process.execPath,
    args: [launcher, '--database', database, '--link', 'fast'],
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
