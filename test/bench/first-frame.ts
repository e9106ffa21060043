import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearFrames } from '../../src/cli/first-frame/frame-file.ts';
import { openTerminal } from '../harness/pty.ts';

/** A built desk. */
export interface BuiltDesk {
  /** The launcher, or an executable file that needs no Node. */
  readonly launcher: string;
  readonly database: string;
  /** In place of `--database`, for another help center. */
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A frame: until the terminal had its last byte, and what the desk had used of processor and memory soon after. */
export interface Frame {
  readonly tookMs: number;
  readonly processorMs: number;
  readonly peakMiB: number;
}

/** The desk's own first frame. No frame of an earlier desk is painted. */
export function firstFrame(desk: BuiltDesk): Promise<Frame> {
  clearFrames(join(desk.env.XDG_STATE_HOME!, 'frontdesk'));
  return frame(desk);
}

/** Until the terminal has the last byte of the desk's own first frame. No frame of an earlier desk is painted. */
export async function firstFrameMs(desk: BuiltDesk): Promise<number> {
  return (await firstFrame(desk)).tookMs;
}

/** Until the terminal has the last byte of the frame that an earlier desk with the same arguments left. */
export async function keptFrameMs(desk: BuiltDesk): Promise<number> {
  return (await frame(desk)).tookMs;
}

/** The most memory that a running process had resident, in MiB. */
export function peakMiB(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** The processor time of all threads of a running process; the kernel counts it in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The emulator's own drawing time does not count. */
async function frame({ launcher, database, args = ['--database', database], env }: BuiltDesk): Promise<Frame> {
  const began = performance.now();
  let came = began;
  const desk = openTerminal({
    command: launcher,
    args: [...args, '--link', 'fast'],
    env,
    columns: 120,
    rows: 40,
    onOutput: () => {
      came = performance.now();
    },
  });
  await desk.until(() => desk.screen().some(row => /\b5,?000\b|#\d+ |^.?▌? *●? *\d+ /.test(row)), 'no first frame');
  const tookMs = came - began;
  // As in normal use: the compile cache is kept for the next start.
  await desk.settled(300);
  const used = { processorMs: processorMs(desk.pid), peakMiB: peakMiB(desk.pid) };
  desk.type('q');
  await desk.exit();
  return { tookMs, ...used };
}
