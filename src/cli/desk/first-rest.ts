import type { SetTimer } from '../../terminal/input/keys.ts';

/** So long nothing is drawn when the agent rests. */
const REST_MS = 1_000;

interface FirstRestOptions {
  readonly elapsed: () => number;
  readonly setTimer: SetTimer;
  /** Runs once. */
  readonly run: () => void;
}

/** Waits for the agent's first rest. The function that it returns is called for each frame that is drawn. */
export function firstRest({ elapsed, setTimer, run }: FirstRestOptions): () => void {
  let drawnAt: number | undefined;
  const wait = (ms: number): void => {
    setTimer(() => {
      const left = drawnAt! + REST_MS - elapsed();
      if (left > 0) wait(left);
      else run();
    }, ms);
  };
  return () => {
    if (drawnAt === undefined) wait(REST_MS);
    drawnAt = elapsed();
  };
}
