import type { Margins } from '../input/scan.ts';
import { createInkStdout } from './ink-stdout.ts';
import type { Meter } from './meter.ts';
import {
  createOutputQueue,
  type EarlyPainting,
  type OutputQueue,
  type OutputQueueOptions,
  type Painting,
} from './queue.ts';
import { DROP_MARGINS, LEAVE, type Questions, TRY_MARGINS, wayIn } from './way-in.ts';

/** The parts of the terminal and the process that a stage needs. */
export interface StageOptions extends OutputQueueOptions, Questions {
  /** Writes to the tty before it returns: for the way out. */
  readonly writeSync: (bytes: string) => void;
  /** The tty's size; 0 counts as 80 columns, 24 rows. */
  readonly columns: () => number;
  readonly rows: () => number;
  /** Receives each frame from Ink, with the size that it was made for. */
  readonly onFrame?: (frame: string, columns: number, rows: number) => void;
}

/** Draws the desk: it takes frames and owns the terminal's output. */
export interface Stage {
  /** For Ink's `stdout` option, with `debug: true`: each write is a whole frame or only mode sequences. */
  readonly stdout: NodeJS.WriteStream;
  /**
   * Takes the terminal, or takes it again, and draws the newest frame whole. Raw mode has to be on. `painted`: the
   * terminal was taken and shows this already, so only differences are drawn.
   */
  enter(painted?: EarlyPainting): void;
  /** Restores the terminal at once. Does nothing a second time; `enter` may follow. */
  leave(): void;
  /** Draws the newest frame whole, for a terminal with unknown contents. */
  repaint(): void;
  /** Text is counted otherwise from now on: the next frame is drawn whole. */
  recounted(): void;
  /** The tty's size has changed (SIGWINCH). */
  resized(): void;
  /** The terminal has answered (`ESC[0n`). */
  acknowledged(): void;
  /** The terminal reports left and right margins: they are tried. Or it has proved that they work: they are used. */
  margins(state: Margins): void;
  /** Draws a frame that does not come from Ink. */
  show(frame: string): void;
  /** Sends sequences that move no cursor and draw nothing, such as a text for the clipboard. */
  send(sequences: string): void;
  /** Keys were pressed (their names): the bytes written from now on are their cost. */
  pressed(names: readonly string[]): void;
  meter(): Meter;
  /** Resolves when everything that may be drawn is drawn and the tty has taken it. */
  idle(): Promise<void>;
}

const MODES_ONLY = /^(?:\x1b\[[<=>?][\d;]*[a-z])+$/;
/** The stage itself handles cursor, synchronised output and alternate screen. */
const OWN_MODES = /\x1b\[\?(?:25|2026|1049)[hl]/g;

/** Makes a stage that writes nothing before `enter`. */
export function createStage(options: StageOptions): Stage {
  const columns = (): number => options.columns() || 80;
  const rows = (): number => options.rows() || 24;
  const queue = createOutputQueue(columns(), rows(), options);
  const onFrame = (frame: string): void => {
    queue.show(frame);
    options.onFrame?.(frame, columns(), rows());
  };
  const stdout = createInkStdout({ columns, rows, onChunk: chunk => takeChunk(queue, chunk, onFrame) });
  const resizing = createResizing(options, queue, stdout);
  let isEntered = false;
  let isMeasured = !options.measuresSigns;
  let margins: Margins | undefined;

  return {
    stdout,
    enter(painted) {
      isEntered = true;
      queue.release('outside');
      queue.abandon();
      const asksTerminal = options.asksTerminal === true && margins !== 'proven';
      const opening = wayIn({ asksTerminal, measuresSigns: !isMeasured });
      isMeasured = true;
      if (painted === undefined) queue.control(opening);
      resizing.check();
      const isKnown = painted !== undefined && queue.adopt(painted, opening);
      if (!isKnown || painted.columns !== columns() || painted.rows !== rows()) queue.forget();
      queue.flush();
    },
    leave() {
      if (!isEntered) return;
      isEntered = false;
      queue.hold('outside');
      queue.flush();
      options.writeSync(margins === undefined ? LEAVE : DROP_MARGINS + LEAVE);
    },
    repaint() {
      queue.forget();
      queue.flush();
    },
    recounted: queue.forget,
    resized: resizing.start,
    acknowledged: queue.acknowledged,
    margins(state) {
      if (!isEntered || !options.asksTerminal || margins === 'proven') return;
      if (state === 'known') queue.stray(TRY_MARGINS);
      else if (margins === 'known') queue.takeMargins();
      else return;
      margins = state;
    },
    show(frame) {
      queue.show(frame);
      queue.flush();
    },
    send(sequences) {
      queue.control(sequences);
      queue.flush();
    },
    pressed: queue.pressed,
    meter: queue.meter,
    idle: queue.idle,
  };
}

/** How a painting is drawn: as the stage would that adopts it. */
export type PaintingOptions = Pick<OutputQueueOptions, 'color' | 'pacing' | 'bytesPerSecond'> & Questions;

/** The same bytes that a stage of these options writes first if this frame is its first one. */
export function paintingOf(frame: string, columns: number, rows: number, options: PaintingOptions): Painting {
  let written = '';
  const queue = createOutputQueue(columns, rows, {
    ...options,
    write: bytes => {
      written = bytes;
    },
    now: () => 0,
    setTimer: () => () => {},
  });
  queue.release('outside');
  queue.control(wayIn(options));
  queue.show(frame);
  queue.flush();
  return { frame, bytes: written, columns, rows };
}

function takeChunk(queue: OutputQueue, chunk: string, onFrame: (frame: string) => void): void {
  if (MODES_ONLY.test(chunk)) queue.control(chunk.replace(OWN_MODES, ''));
  else onFrame(chunk);
  // One tick of the desk may commit twice; only the last frame is drawn.
  queueMicrotask(queue.flush);
}

/** How long a new size has to stay, and how long Ink then has for its two paints of it, before the one repaint. */
const RESIZE_REST_MS = 50;
const RESIZE_SETTLE_MS = 20;

interface Resizing {
  start(): void;
  /** Takes in a resize that was not reported, because another program had the terminal. */
  check(): void;
}

function createResizing({ setTimer }: StageOptions, queue: OutputQueue, stdout: NodeJS.WriteStream): Resizing {
  let { columns, rows } = stdout;
  let cancel = (): void => {};

  const take = (): void => {
    ({ columns, rows } = stdout);
    queue.resize(columns, rows);
    stdout.emit('resize');
  };

  const settle = (): void => {
    take();
    cancel = setTimer(() => {
      queue.release('resizing');
      queue.flush();
    }, RESIZE_SETTLE_MS);
  };

  return {
    start() {
      cancel();
      queue.hold('resizing');
      cancel = setTimer(settle, RESIZE_REST_MS);
    },
    check() {
      if (columns !== stdout.columns || rows !== stdout.rows) take();
    },
  };
}
