import { closeSync, constants, openSync, readSync } from 'node:fs';
import { STATUS_REPORT, STATUS_REQUEST } from './status-report.ts';
import { pause } from './write-now.ts';

/** The answers that the terminal still owes us. */
export interface OwedAnswers {
  /** Notes the questions (`ESC[5n`) in what is being written. */
  asked(bytes: string): void;
  /** One answer has come. */
  answered(): void;
  /**
   * Takes in what is owed before it returns: once we have left, the shell or the editor would read it as keys.
   * Waits `timeoutMs` at most (300); never throws. For `takeAnswers` of the lifecycle.
   */
  swallow(timeoutMs?: number): void;
}

/** Counts questions and answers. */
export function createOwedAnswers(): OwedAnswers {
  let owed = 0;
  return {
    asked: bytes => {
      owed += occurrences(bytes, STATUS_REQUEST);
    },
    answered: () => {
      owed = Math.max(0, owed - 1);
    },
    swallow: (timeoutMs = 300) => {
      if (owed > 0) readAnswers(owed, performance.now() + timeoutMs);
      owed = 0;
    },
  };
}

function readAnswers(count: number, giveUpAt: number): void {
  let input: number | undefined;
  try {
    // A descriptor of our own that does not block: the one Node reads from is asleep while we do not return.
    input = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    let seen = '';
    while (occurrences(seen, STATUS_REPORT) < count && performance.now() < giveUpAt) seen += readSome(input);
  } catch {
    // The terminal is gone: it owes nothing any more.
  } finally {
    if (input !== undefined) closeSync(input);
  }
}

function readSome(input: number): string {
  const buffer = Buffer.alloc(1024);
  try {
    const length = readSync(input, buffer);
    if (length === 0) throw new Error('The terminal is closed.');
    return buffer.toString('latin1', 0, length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    pause(5);
    return '';
  }
}

function occurrences(text: string, sought: string): number {
  return text.split(sought).length - 1;
}
