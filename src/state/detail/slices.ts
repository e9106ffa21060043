/** Runs something after `delayMs` milliseconds; returns a function that cancels it. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;

/** Work cut into steps; each yields about how many characters it dealt with. */
export type Steps<Result> = Generator<number, Result>;

/** So many characters are dealt with before the keys that wait get their turn: a few milliseconds. */
const MAX_SLICE = 40_000;

/**
 * Does the work, with a turn of the event loop between two slices of it, and calls `done` with the result: at once where
 * it is little. `isWanted` is asked before each further slice; once it says no, the rest is left undone.
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

/** Does the work in one go. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
