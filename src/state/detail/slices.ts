/** Runs a function after `delayMs` milliseconds; returns a function that cancels it. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;

/** Work divided into steps; each yields roughly how many characters it handled. */
export type Steps<Result> = Generator<number, Result>;

/** After this many characters waiting keys get their turn: a few milliseconds. */
const MAX_SLICE = 40_000;

/**
 * Does the work, with a turn of the event loop between two slices, and calls `done` with the result; at once if there
 * is little to do. `isWanted` is asked before each further slice; if it returns false, the rest is not done.
 */
export function inSlices<Result>(
  steps: Steps<Result>,
  setTimer: SetTimer,
  done: (result: Result) => void,
  isWanted: () => boolean = () => true,
): void {
  for (let room = MAX_SLICE; room > 0; ) {
    const step = steps.next();
    if (step.done) {
      done(step.value);
      return;
    }
    room -= step.value;
  }
  setTimer(() => {
    if (isWanted()) inSlices(steps, setTimer, done, isWanted);
  }, 0);
}

/** Does the work in one step. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
