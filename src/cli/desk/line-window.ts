import { type AnswerMark, answerMark, knowsAnswerMarks } from '../../terminal/answer-marks.ts';
import { farewellOf, farewellOfFault, HANG_UP_CODE, isTerminalGone, SIGNAL_CODES } from '../../terminal/way-out.ts';
import { safeBlock } from '../../text/safe.ts';
import type { Shell } from '../shell.ts';

/** A longer line is cut: no agent types it. */
const MAX_LINE = 1_000_000;

interface LineWindowOptions {
  /** Saves the state that must not be lost, before it returns. */
  readonly saveState: () => void;
  /** Writes a report of a fault and returns its path. */
  readonly report: (error: unknown) => string | undefined;
  /** Receives each line, without its end. */
  readonly onLine: (line: string) => void;
  /** Nothing more will be typed. */
  readonly onEnd: () => void;
  /** Ctrl-C. */
  readonly onInterrupt: () => void;
}

/**
 * The terminal of a desk in lines, or its pipes: the terminal's own line editing, nothing but text written, and marks
 * around each answer for a terminal that knows them.
 */
export interface LineWindow {
  start(): void;
  write(text: string): void;
  /** Marks where a prompt, a typed line or an answer begins, and where that ends. */
  mark(mark: AnswerMark): void;
  /** Lends the terminal to an editor, a pager or a question, until `run` is over. */
  lend<Result>(run: () => Promise<Result>): Promise<Result>;
  isLent(): boolean;
  quit(code: number): void;
  fail(error: unknown): void;
}

/** Connects a desk in lines with the standard streams; nothing is read before `start`. */
export function openLineWindow({ environment, stdin, stdout, stderr }: Shell, options: LineWindowOptions): LineWindow {
  const { saveState, report, onLine, onEnd, onInterrupt } = options;
  const hasMarks = Boolean(stdin.isTTY && stdout.isTTY) && knowsAnswerMarks(environment);
  let typed = '';
  let isLent = false;
  let isEnded = false;
  /** Saves once; returns false if that was done before. */
  const close = (farewell: (isSaved: boolean) => string): boolean => {
    if (isEnded) return false;
    isEnded = true;
    const isSaved = succeeds(saveState);
    succeeds(() => stderr.write(farewell(isSaved)));
    return true;
  };
  const end = (code: number, farewell: (isSaved: boolean) => string): void => {
    if (close(farewell)) process.exit(code);
  };
  const forceOut = (code: number): void => end(code, isSaved => farewellOf('', isSaved));
  const fail = (error: unknown): void => {
    if (isTerminalGone(error)) forceOut(HANG_UP_CODE);
    let path: string | undefined;
    succeeds(() => {
      path = report(error);
    });
    end(1, isSaved => farewellOfFault(path, isSaved));
  };
  const hear = (part: string): void => {
    const lines = `${typed}${part}`.split('\n');
    typed = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) onLine(line.replace(/\r$/, ''));
  };
  const finish = (): void => {
    if (typed !== '') onLine(typed);
    typed = '';
    onEnd();
  };
  return {
    start: () => {
      for (const [signal, code] of Object.entries(SIGNAL_CODES) as [keyof typeof SIGNAL_CODES, number][])
        process.on(signal, () => {
          if (signal === 'SIGINT') {
            if (!isLent) onInterrupt();
          } else if (signal !== 'SIGQUIT' || !isLent) forceOut(code);
        });
      process.on('uncaughtException', fail);
      process.on('unhandledRejection', fail);
      process.on('exit', () => close(isSaved => farewellOf('', isSaved)));
      for (const event of ['close', 'error']) stdout.on(event, () => forceOut(HANG_UP_CODE));
      stdin.setEncoding('utf8').on('data', hear).on('end', finish).on('error', finish).resume();
    },
    write: text => {
      stdout.write(safeBlock(text));
    },
    mark: mark => {
      if (hasMarks) stdout.write(answerMark(mark));
    },
    lend: async run => {
      isLent = true;
      stdin.off('data', hear).pause();
      try {
        return await run();
      } finally {
        isLent = false;
        stdin.on('data', hear).resume();
      }
    },
    isLent: () => isLent,
    quit: code => end(code, isSaved => farewellOf('', isSaved)),
    fail,
  };
}

/** On the way out no failure may prevent the next step. */
function succeeds(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}
