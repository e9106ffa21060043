/** Runs a function after `delayMs` milliseconds; returns a function that cancels it. */
export function setTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

/** Runs a function after `delayMs` milliseconds, if something else keeps the process alive until then. */
export function setIdleTimer(run: () => void, delayMs: number): void {
  setTimeout(run, delayMs).unref();
}

/** Runs a function at intervals, while something else keeps the process alive. */
export function repeat(run: () => void, ms: number): void {
  setInterval(run, ms).unref();
}
