import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { clearFrames } from '../../src/cli/first-frame/frame-file.ts';
import { inTurns, median, tookMs } from '../harness/figures.ts';
import { memoryMiB, processorMs } from '../harness/process-use.ts';
import { openTerminal } from '../harness/pty.ts';

/** A built desk. */
export interface BuiltDesk {
  /** The launcher, or an executable file that needs no Node. */
  readonly launcher: string;
  /** Which help center it shows. */
  readonly args: readonly string[];
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
  return keptFrame(desk);
}

/** The frame that an earlier desk with the same arguments left. The emulator's own drawing time does not count. */
export async function keptFrame({ launcher, args, env }: BuiltDesk): Promise<Frame> {
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
  const took = came - began;
  // As in normal use: the compile cache is kept for the next start.
  await desk.settled(300);
  const used = { tookMs: took, processorMs: processorMs(desk.pid), peakMiB: memoryMiB(desk.pid) };
  desk.press('quit');
  await desk.exit();
  return used;
}

const ROUNDS = 9;

async function emptyNode() {
  return { tookMs: await tookMs(() => execFileSync(process.execPath, ['-e', '0'])) };
}

/** Frames in turns with `node -e 0`: the ratio of the medians holds on a busy machine too. Told by their names. */
export async function besideNode<Kind extends string>(
  frames: Readonly<Record<Kind, () => Promise<Frame>>>,
): Promise<Record<Kind, string>> {
  const kinds = Object.entries<() => Promise<Frame>>(frames);
  const all = [['node', emptyNode], ...kinds] as const;
  const took: Record<string, { readonly tookMs: number }[]> = await inTurns(Object.fromEntries(all), ROUNDS, 1);
  const medianOf = (name: string) => median(took[name]!.map(one => one.tookMs));
  const node = medianOf('node');
  const told = kinds.map(([name]) => {
    const ms = medianOf(name);
    return [name, `${(ms / node).toFixed(1)} × (${ms.toFixed(0)} / ${node.toFixed(0)} ms)`];
  });
  return Object.fromEntries(told) as Record<Kind, string>;
}
