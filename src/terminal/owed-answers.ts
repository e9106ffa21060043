import { type InputNow, openInputNow } from './input/read-now.ts';
import { occurrences, STATUS_REPORT, STATUS_REQUEST } from './input/status-report.ts';
import { pause } from './output/tty-writer.ts';

/** The answers that the terminal still owes us. */
export interface OwedAnswers {
  /** Counts the questions (`ESC[5n`) in the bytes being written. */
  asked(bytes: string): void;
  /** Notes one answer. */
  answered(): void;
  /** How many questions were asked so far, and how many answers came. */
  total(): { readonly asked: number; readonly answered: number };
  /**
   * Reads the owed answers before it returns: after we have left, the shell or the editor would take them for keys.
   * Waits `timeoutMs` at most, less if the terminal has never answered; never throws.
   */
  swallow(timeoutMs: number): void;
}

/** After this time a question counts as never answered. */
const FORGOTTEN_MS = 5_000;
const NEVER_ANSWERED_MS = 300;

/** Counts questions and answers; `now` is any steady clock in ms. */
export function createOwedAnswers(now: () => number): OwedAnswers {
  let askedAtMs: number[] = [];
  const total = { asked: 0, answered: 0 };
  return {
    asked: bytes => {
      const count = occurrences(bytes, STATUS_REQUEST);
      total.asked += count;
      for (let nth = 0; nth < count; nth++) askedAtMs.push(now());
    },
    answered: () => {
      total.answered += 1;
      askedAtMs.shift();
    },
    total: () => total,
    swallow: timeoutMs => {
      const owed = askedAtMs.filter(atMs => now() - atMs < FORGOTTEN_MS).length;
      askedAtMs = [];
      if (owed > 0) readAnswers(owed, performance.now() + (total.answered > 0 ? timeoutMs : NEVER_ANSWERED_MS));
    },
  };
}

function readAnswers(count: number, giveUpAt: number): void {
  let input: InputNow | undefined;
  try {
    input = openInputNow();
    let seen = '';
    while (occurrences(seen, STATUS_REPORT) < count && performance.now() < giveUpAt) {
      const bytes = input.read();
      if (bytes.length === 0) pause(5);
      seen += Buffer.from(bytes).toString('latin1');
    }
  } catch {
    // The terminal is gone: it owes nothing.
  } finally {
    input?.close();
  }
}
