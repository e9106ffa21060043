/** Runs something after `delayMs` milliseconds; gives what cancels it. */
export const setTimer = (run: () => void, delayMs: number): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
