import { hash } from 'node:crypto';
import { aimOf } from '../../state/place/world-place.ts';
import type { World } from '../../state/world.ts';
import type { SetTimer } from '../../terminal/input/keys.ts';
import type { Painting } from '../../terminal/output/queue.ts';
import { type KeptFrame, writeFrame } from '../first-frame/frame-file.ts';
import { isAsBefore } from '../first-frame/witness.ts';

/** The facts that are kept beside a frame. */
export interface FrameKeeperOptions {
  readonly path: string;
  /** The files that decide the content of the frame, as they were when this desk read them. */
  readonly witnesses: () => KeptFrame['witnesses'];
  /** How long a frame may be shown; milliseconds. */
  readonly keptMs: number;
  /** Whose frame it is now. */
  readonly token: () => KeptFrame['token'];
  readonly world: () => World;
  /** The bytes that draw a frame on an empty terminal of this size; undefined if it cannot be drawn so. */
  readonly paint: (frame: string, columns: number, rows: number) => Painting | undefined;
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly setTimer: SetTimer;
}

/** Keeps the frame that the next start shows before it is loaded. */
export interface FrameKeeper {
  /** A frame was drawn. */
  drawn(frame: string, columns: number, rows: number): void;
  /** Keeps the newest frame now, if it is not kept yet. */
  save(): void;
}

/** Keeps none. */
export const noFrames: FrameKeeper = { drawn: () => {}, save: () => {} };

/** The agent looks at the frame: it is worth keeping. */
const REST_MS = 3_000;
/** The time between two saves of a desk that is at work. */
const MIN_INTERVAL_MS = 30_000;

type Drawn = Pick<KeptFrame, 'frame' | 'columns' | 'rows' | 'asOf' | 'token' | 'witnesses'> & { readonly world: World };

/**
 * Makes it. A frame with an open box is not kept, but the one before: a box may show a question that is answered by
 * then, or a secret.
 */
export function createFrameKeeper(options: FrameKeeperOptions): FrameKeeper {
  const { path, keptMs, elapsed, setTimer } = options;
  let newest: Drawn | undefined;
  let drawnAt = 0;
  let savedAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  const save = (): void => {
    if (newest === undefined) return;
    const { world, ...drawn } = newest;
    newest = undefined;
    savedAt = elapsed();
    // A customer on it may have been erased since.
    if (world.erased !== options.world().erased) return;
    // Its agent was signed out since, or its settings changed: no start would show it.
    if (!drawn.witnesses.every(isAsBefore)) return;
    const painting = options.paint(drawn.frame, drawn.columns, drawn.rows);
    if (painting === undefined) return;
    try {
      writeFrame(path, { ...drawn, ...painting, aim: aimMark(world), until: drawn.asOf + keptMs });
    } catch {
      // Without it the next start shows its first frame a moment later.
    }
  };
  const wait = (): void => {
    if (isWaiting || newest === undefined) return;
    isWaiting = true;
    const ms = Math.max(drawnAt + REST_MS, savedAt + MIN_INTERVAL_MS) - elapsed();
    setTimer(() => {
      isWaiting = false;
      if (elapsed() - drawnAt >= REST_MS) save();
      else wait();
    }, ms);
  };
  return {
    drawn: (frame, columns, rows) => {
      const world = options.world();
      if (world.overlays.length > 0) return;
      const kept = world.notice === null ? frame : withoutFooter(frame);
      newest = {
        frame: kept,
        columns,
        rows,
        asOf: options.now(),
        token: options.token(),
        witnesses: options.witnesses(),
        world,
      };
      drawnAt = elapsed();
      wait();
    },
    save,
  };
}

/** A notice would report an old act at the next start; it stands in the last line. */
function withoutFooter(frame: string): string {
  return frame.slice(0, frame.lastIndexOf('\n') + 1);
}

/** Words that were looked for are not part of it. */
export function aimMark(world: World): string {
  return hash('sha256', aimOf(world));
}
