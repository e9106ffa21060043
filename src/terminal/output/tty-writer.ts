import { writeSync } from 'node:fs';
import type { SetTimer } from '../input/keys.ts';
import { openAnew } from './write-now.ts';

/** Writes to the terminal without ever waiting for it. */
export interface TtyWriter {
  /** One write at a time; `done` once the terminal has taken all of it. Throws where the terminal is gone. */
  write(bytes: string, done: () => void): void;
  /** Forgets what the terminal has not taken yet; its `done` is still called. */
  drop(): void;
}

/** Where a writer writes when it has no descriptor of its own, and its timer. */
export interface TtyWriterOptions {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
  readonly setTimer: SetTimer;
}

/** How soon a terminal that took no more is tried again, in ms. */
const RETRY_MS = 10;

/**
 * A writer behind stdout. Node itself blocks on a terminal: on a link that stands still the desk would sit in a write
 * and hear no signal. Where the terminal cannot be opened anew (no /proc) stdout is used as it is.
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

/** As many bytes as the terminal takes now. */
function writeSome(tty: number, bytes: Uint8Array): number {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(tty, bytes, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return written;
}
