import { closeSync, constants, openSync, writeSync } from 'node:fs';
import type { SetTimer } from '../input/keys.ts';

/** Writes to the terminal without blocking. */
export interface TtyWriter {
  /** One write at a time; `done` is called when the terminal has taken all of it. Throws if the terminal is gone. */
  write(bytes: string, done: () => void): void;
  /** Drops the bytes that the terminal has not taken yet; their `done` is still called. */
  drop(): void;
}

/** The fallback of a writer without a descriptor, and its timer. */
interface TtyWriterOptions {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
  readonly setTimer: SetTimer;
}

/** How long to wait before writing again to a terminal that takes no more, in ms. */
const RETRY_MS = 10;

/**
 * Makes a writer to the terminal of stdout. Node blocks when it writes to a terminal: on a stalled link the desk would
 * hang in a write and receive no signal. If the terminal cannot be reopened (no /proc), stdout itself is used.
 */
export function createTtyWriter({ stdout, setTimer }: TtyWriterOptions): TtyWriter {
  let descriptor: number | undefined;
  let rest: Uint8Array = new Uint8Array();

  const push = (tty: number, done: () => void): void => {
    rest = rest.subarray(writeSome(tty, rest));
    if (rest.length === 0) queueMicrotask(done);
    else setTimer(() => push(tty, done), RETRY_MS);
  };

  return {
    write(bytes, done) {
      descriptor ??= openAnew(1);
      if (descriptor === undefined) {
        stdout.write(bytes, () => done());
        return;
      }
      rest = Buffer.from(bytes, 'utf8');
      push(descriptor, done);
    },
    drop() {
      rest = new Uint8Array();
    },
  };
}

/** Writes as many bytes as the terminal takes now. */
function writeSome(tty: number, bytes: Uint8Array): number {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(tty, bytes, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return written;
}

/** How long to retry while the terminal takes nothing, in ms: leaving must not hang on a stalled link. */
const PATIENCE_MS = 300;

/**
 * Writes to the terminal of stdout (1) or stderr (2) before it returns, for the way out of the program. Gives up after
 * 300 ms if the terminal takes no more, or if it is gone; never throws. Returns whether all of it was taken.
 */
export function writeNow(descriptor: 1 | 2, text: string): boolean {
  const opened = openAnew(descriptor);
  try {
    return writeAll(opened ?? descriptor, Buffer.from(text, 'utf8'));
  } catch {
    // The terminal is gone, and so is the reader.
    return false;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** A new descriptor that does not block; setting that on the inherited one would change it for the shell too. */
function openAnew(descriptor: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): boolean {
  const giveUpAt = performance.now() + PATIENCE_MS;
  let written = 0;
  while (written < bytes.length && performance.now() < giveUpAt) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      pause(5);
    }
  }
  return written === bytes.length;
}

/** Sleeps without yielding to the event loop. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
