import { writeSync } from 'node:fs';
import type { SetTimer } from '../input/keys.ts';
import { openAnew } from './write-now.ts';

/** Writes to the terminal without blocking. */
export interface TtyWriter {
  /** One write at a time; `done` is called when the terminal has taken all of it. Throws if the terminal is gone. */
  write(bytes: string, done: () => void): void;
  /** Drops the bytes that the terminal has not taken yet; their `done` is still called. */
  drop(): void;
}

/** The fallback of a writer without a descriptor, and its timer. */
export interface TtyWriterOptions {
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
