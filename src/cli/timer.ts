/** Runs something after `delayMs` milliseconds; gives what cancels it. */
export function setTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

/** Runs something once in so many milliseconds, for as long as something else keeps the process alive. */
export function repeat(run: () => void, ms: number): void {
  setInterval(run, ms).unref();
}
