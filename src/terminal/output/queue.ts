import type { SetTimer } from '../input/keys.ts';
import type { Link } from './link-estimate.ts';
import { createMeter, type Meter, type MeterCounter } from './meter.ts';
import { createPace, type Pace, type Pacing } from './pace.ts';
import { createScreen, type Screen } from './screen.ts';

/** A frame, and the bytes by which a terminal that nothing is known of comes to show it. */
export interface Painting {
  /** As Ink wrote it. */
  readonly frame: string;
  /** All that is written to take the terminal and to draw the frame. */
  readonly bytes: string;
  readonly columns: number;
  readonly rows: number;
}

/** A painting that the terminal was given before there was a stage. */
export interface EarlyPainting extends Painting {
  /** When it was written, on the stage's clock. */
  readonly atMs: number;
  /** Calls back when the terminal has taken all of it; at once if it has. */
  readonly onTaken: (done: () => void) => void;
}

/** How the queue writes, and its assumptions about terminal and link. */
export interface OutputQueueOptions {
  /** One call is one write to the tty; `done` is called when the tty has taken it. */
  readonly write: (bytes: string, done: () => void) => void;
  /** False under NO_COLOR: colours are dropped, bold, inverse and underline kept. */
  readonly color: boolean;
  /** `timed` inside tmux or screen, which answer themselves instead of the terminal. */
  readonly pacing: Pacing;
  /** The rate that `timed` assumes, in bytes a second. */
  readonly bytesPerSecond?: number;
  readonly now: () => number;
  readonly setTimer: SetTimer;
  /** Called when a measurement has changed; a listener must not draw because of it. */
  readonly onLink?: (link: Link) => void;
}

/** Why nothing is written now: the terminal is not ours, or its size is changing. */
export type Hold = 'outside' | 'resizing';

/**
 * The newest frame, on its way to the terminal: a newer one replaces the unwritten rest, and writes go one at a time.
 */
export interface OutputQueue {
  show(frame: string): void;
  /** Mode sequences for the terminal, ahead of the next frame. */
  control(modes: string): void;
  /** Writes as much as possible now. */
  flush(): void;
  hold(reason: Hold): void;
  release(reason: Hold): void;
  /** The terminal's contents are unknown: the newest frame is drawn whole as soon as possible. */
  forget(): void;
  /** Mode sequences that move the cursor; it is put back in the same write. */
  stray(modes: string): void;
  /** The terminal has left and right margins, and they can be set. */
  takeMargins(): void;
  resize(columns: number, rows: number): void;
  /**
   * The terminal shows this, which began with the mode sequences `modes`: from now on only differences are drawn. False
   * if this queue would have written other bytes; then the contents of the terminal are not known.
   */
  adopt(painted: EarlyPainting, modes: string): boolean;
  /** Another program had the terminal: no answer is awaited, no mode sequence is owed. */
  abandon(): void;
  acknowledged(): void;
  pressed(names: readonly string[]): void;
  meter(): Meter;
  idle(): Promise<void>;
}

interface Queue {
  readonly options: OutputQueueOptions;
  readonly screen: Screen;
  readonly pace: Pace;
  readonly meter: MeterCounter;
  readonly holds: Set<Hold>;
  frame: string | undefined;
  /** Whether the newest frame has still to be compared with the screen. */
  isStale: boolean;
  modes: string;
  isWriting: boolean;
  cancelWake: () => void;
  waiting: (() => void)[];
}

/** Makes a queue for a terminal of this size, held as `outside`. */
export function createOutputQueue(columns: number, rows: number, options: OutputQueueOptions): OutputQueue {
  const screen = createScreen(columns, rows, options);
  const queue: Queue = {
    options,
    screen,
    pace: createPace(options),
    meter: createMeter(),
    holds: new Set<Hold>(['outside']),
    frame: undefined,
    isStale: false,
    modes: '',
    isWriting: false,
    cancelWake: () => {},
    waiting: [],
  };
  return {
    flush: () => flush(queue),
    hold: reason => void queue.holds.add(reason),
    release: reason => void queue.holds.delete(reason),
    show(frame) {
      queue.frame = frame;
      queue.isStale = true;
    },
    control(modes) {
      queue.modes += modes;
    },
    forget() {
      queue.screen.forget();
      queue.isStale = queue.frame !== undefined;
    },
    stray(modes) {
      queue.modes += modes;
      queue.screen.loseCursor();
      queue.isStale = queue.frame !== undefined;
      flush(queue);
    },
    takeMargins: screen.takeMargins,
    resize(newColumns, newRows) {
      queue.screen.resize(newColumns, newRows);
      queue.isStale = queue.frame !== undefined;
    },
    adopt: (painted, modes) => adopt(queue, painted, modes),
    abandon() {
      queue.pace.reset();
      queue.modes = '';
    },
    acknowledged: () => acknowledged(queue),
    pressed: queue.meter.pressed,
    meter: () => queue.meter.read(options.now()),
    idle() {
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.waiting.push(resolve);
      queueMicrotask(() => flush(queue));
      return promise;
    },
  };
}

function isPending({ holds, isStale, modes }: Queue): boolean {
  return holds.size === 0 && (isStale || modes !== '');
}

function flush(queue: Queue): void {
  const { pace, options } = queue;
  queue.cancelWake();
  queue.cancelWake = () => {};
  if (isPending(queue) && !queue.isWriting) {
    if (queue.modes !== '' || pace.isOpen(options.now())) writeToTerminal(queue);
    else wakeLater(queue);
  }
  if (queue.isWriting || isPending(queue)) return;
  for (const resolve of queue.waiting.splice(0)) resolve();
}

function wakeLater(queue: Queue): void {
  const { now, setTimer } = queue.options;
  const at = queue.pace.wakeAt();
  if (at !== undefined) queue.cancelWake = setTimer(() => flush(queue), Math.max(0, at - now()));
}

function writeToTerminal(queue: Queue): void {
  const { options, frame, screen } = queue;
  const drawn = queue.isStale && frame !== undefined ? screen.draw(frame, queue.pace.maxFrameBytes()) : '';
  const bytes = queue.modes + drawn;
  queue.isStale = screen.isBehind();
  queue.modes = '';
  if (bytes === '') return;
  const sent = queue.pace.send(bytes, options.now());
  queue.meter.count(Buffer.byteLength(sent), drawn !== '', options.now());
  queue.isWriting = true;
  options.write(sent, () => {
    queue.isWriting = false;
    flush(queue);
  });
}

/** Goes through the written bytes as if this queue had written them: contents, pen and pace are then as after them. */
function adopt(queue: Queue, { frame, bytes, atMs, onTaken }: EarlyPainting, modes: string): boolean {
  const { screen, pace, meter } = queue;
  screen.forget();
  const isSame = pace.send(modes + screen.draw(frame, pace.maxFrameBytes()), atMs) === bytes;
  meter.count(Buffer.byteLength(bytes), true, atMs);
  queue.isStale = queue.frame !== undefined;
  queue.isWriting = true;
  const goOn = (): void => {
    queue.isWriting = false;
    flush(queue);
  };
  onTaken(() => queueMicrotask(goOn));
  return isSame;
}

function acknowledged(queue: Queue): void {
  const { pace, options } = queue;
  const before = pace.link();
  pace.answered(options.now());
  const link = pace.link();
  const hasChanged = link.roundTripMs !== before.roundTripMs || link.bytesPerSecond !== before.bytesPerSecond;
  if (hasChanged) options.onLink?.(link);
  flush(queue);
}
