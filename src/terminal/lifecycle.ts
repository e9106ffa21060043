import type { SetTimer } from './input/keys.ts';
import {
  FILE_LIMIT_SIGNAL,
  farewellOf,
  farewellOfFault,
  HANG_UP_CODE,
  isTerminalGone,
  SIGNAL_CODES,
} from './way-out.ts';

/** The terminal and the process that the lifecycle holds, and its functions on each way in and out. */
export interface LifecycleOptions {
  readonly stdin: Pick<NodeJS.ReadStream, 'on' | 'off' | 'setRawMode' | 'resume' | 'pause'>;
  readonly stdout: Pick<NodeJS.WriteStream, 'on'>;
  readonly process: Pick<NodeJS.Process, 'on' | 'off' | 'emit' | 'kill' | 'exit'>;
  readonly setTimer: SetTimer;
  /** The bytes of one read of stdin. */
  readonly onInput: (bytes: Uint8Array) => void;
  /** The terminal is ours (again): take the screen and paint it whole. */
  readonly enter: () => void;
  /** Give the screen back as it was, before returning. */
  readonly leave: () => void;
  /**
   * Take in the answers that the terminal still owes, for at most this many ms (`owed-answers.ts`). Called after
   * `leave`.
   */
  readonly takeAnswers?: (timeoutMs: number) => void;
  /** Save the state to disk, before returning. May throw. */
  readonly saveState: () => void;
  /** Write a redacted report of a fault and return its path. */
  readonly report: (error: unknown) => string | undefined;
  /** Write to stderr, before returning; only called after the screen was given back. */
  readonly tell: (text: string) => void;
  /** The window has another size. */
  readonly onResize?: () => void;
}

/** The desk's hold on the terminal, from `start` to the one exit. No other code sets raw mode or ends the process. */
export interface Lifecycle {
  start(): void;
  /** Ctrl-Z: gives the terminal back and stops; takes it again and repaints when continued. */
  suspend(): void;
  /** Lends the terminal to an editor or a pager, until `run` is over. */
  lend<Result>(run: () => Promise<Result>): Promise<Result>;
  /** The ordinary way out. `farewell` is printed after the screen was given back. */
  quit(code: number, farewell?: string): void;
  /** The way out on a bug: exit code 1; the path of its report is printed after the screen was given back. */
  fail(error: unknown): void;
}

/**
 * How long to wait for a stop, in ms. In an orphaned process group the kernel discards the stop, and no SIGCONT comes.
 */
const STOP_DISCARDED_MS = 150;

/**
 * How long leaving may wait for the terminal's answers, in ms. `asked`: the agent sees the shell's screen already, and
 * a slow line takes about a second for the bytes under way. `forced`: after a signal or a fault the whole way out must
 * take less than a second.
 */
const ANSWERS_MS = { asked: 1_500, forced: 500 } as const;

type Phase = 'outside' | 'running' | 'suspended' | 'lent' | 'ended';

/**
 * Makes the lifecycle. Every way out saves the state, gives the terminal back and then exits; a failing step does not
 * stop the next one.
 */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { stdin, stdout, process } = options;
  let phase: Phase = 'outside';
  const isLent = () => phase === 'lent';

  const take = () => {
    phase = 'running';
    stdin.setRawMode(true);
    stdin.on('data', options.onInput);
    stdin.resume();
    process.on('SIGTSTP', suspend);
    appear();
  };

  /** Only the program that had the terminal got the signal of a resize; on this one Node looks up the size again. */
  const appear = () => {
    process.emit('SIGWINCH', 'SIGWINCH');
    options.enter();
  };

  const release = (next: Phase, answersMs: number = ANSWERS_MS.asked) => {
    phase = next;
    process.off('SIGTSTP', suspend);
    stdin.off('data', options.onInput);
    stdin.pause();
    attempt(options.leave);
    attempt(() => options.takeAnswers?.(answersMs));
    attempt(() => stdin.setRawMode(false));
  };

  /** Saves and gives the terminal back, once; returns false if that was done before. */
  const close = (farewell: (isSaved: boolean) => string, answersMs: number = ANSWERS_MS.forced): boolean => {
    if (phase === 'ended') return false;
    const isOurs = phase === 'running';
    phase = 'ended';
    const isSaved = attempt(options.saveState);
    if (isOurs) release('ended', answersMs);
    const text = farewell(isSaved);
    if (text !== '') attempt(() => options.tell(text));
    return true;
  };

  const end = (code: number, farewell: (isSaved: boolean) => string, answersMs?: number) => {
    if (close(farewell, answersMs)) process.exit(code);
  };

  const suspend = () => {
    if (phase !== 'running') return;
    attempt(options.saveState);
    release('suspended');
    whenContinued(options, () => {
      if (phase === 'suspended') take();
    });
    process.kill(0, 'SIGTSTP');
  };

  /** Continued after a stop that could not be caught (SIGSTOP): the shell has used the terminal in between. */
  const retake = () => {
    if (phase !== 'running') return;
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    appear();
  };

  const lend = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (phase !== 'running') throw new Error('The terminal is not ours to lend.');
    release('lent');
    try {
      return await run();
    } finally {
      if (isLent()) take();
    }
  };

  const quit = (code: number, farewell = '') => end(code, isSaved => farewellOf(farewell, isSaved), ANSWERS_MS.asked);
  const forceOut = (code: number) => end(code, isSaved => farewellOf('', isSaved));
  const hangUp = () => forceOut(HANG_UP_CODE);
  const fail = (error: unknown) => {
    // Another listener of `exit` may throw; Node would then go on, and signals would no longer be handled.
    if (phase === 'ended') return process.exit();
    if (isTerminalGone(error)) return hangUp();
    const path = reportOf(options, error);
    end(1, isSaved => farewellOfFault(path, isSaved));
  };

  const listen = () => {
    for (const [signal, code] of Object.entries(SIGNAL_CODES) as [keyof typeof SIGNAL_CODES, number][]) {
      process.on(signal, () => {
        const isForTheBorrower = isLent() && (signal === 'SIGINT' || signal === 'SIGQUIT');
        if (!isForTheBorrower) forceOut(code);
      });
    }
    process.on(FILE_LIMIT_SIGNAL, () => undefined);
    process.on('SIGCONT', retake);
    process.on('uncaughtException', fail);
    process.on('unhandledRejection', fail);
    process.on('exit', () => close(isSaved => farewellOf('', isSaved)));
    for (const event of ['end', 'close', 'error']) stdin.on(event, hangUp);
    for (const event of ['close', 'error']) stdout.on(event, hangUp);
    stdout.on('resize', () => {
      if (phase === 'running') options.onResize?.();
    });
  };

  return {
    start: () => {
      listen();
      take();
    },
    suspend,
    lend,
    quit,
    fail,
  };
}

/**
 * Runs `work` while each byte of the terminal goes to `onInput` at once and none is echoed. `leave` gives back the
 * screen, also if a signal ends the process.
 */
export async function withRawInput<Result>(
  { stdin, process }: Pick<LifecycleOptions, 'stdin' | 'process'>,
  { onInput, leave, work }: Pick<LifecycleOptions, 'onInput' | 'leave'> & { readonly work: () => Promise<Result> },
): Promise<Result> {
  const release = () => {
    attempt(leave);
    stdin.off('data', onInput);
    stdin.pause();
    attempt(() => stdin.setRawMode(false));
  };
  const ends = Object.entries(SIGNAL_CODES).map(([signal, code]) => {
    const end = () => {
      release();
      process.exit(code);
    };
    return [signal as keyof typeof SIGNAL_CODES, end] as const;
  });
  for (const [signal, end] of ends) process.on(signal, end);
  stdin.setRawMode(true);
  stdin.on('data', onInput);
  stdin.resume();
  try {
    return await work();
  } finally {
    release();
    for (const [signal, end] of ends) process.off(signal, end);
  }
}

/** Calls back once: when SIGCONT has come, or when it is certain that there was no stop. */
function whenContinued({ process, setTimer }: LifecycleOptions, then: () => void): void {
  const go = () => {
    process.off('SIGCONT', go);
    cancel();
    then();
  };
  // The timer also runs out during the stop. One more turn lets a queued SIGCONT be handled first.
  let cancel = setTimer(() => {
    cancel = setTimer(go, 0);
  }, STOP_DISCARDED_MS);
  process.on('SIGCONT', go);
}

function reportOf(options: LifecycleOptions, error: unknown): string | undefined {
  try {
    return options.report(error);
  } catch {
    return undefined;
  }
}

/** Runs the step and returns whether it succeeded: on the way out no failure may prevent the next step. */
function attempt(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}
