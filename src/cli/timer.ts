/** Runs a function after `delayMs` milliseconds; returns a function that cancels it. */
export function setTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

/** Runs a function every so many milliseconds, while something else keeps the process alive. */
export function repeat(run: () => void, ms: number): void {
  setInterval(run, ms).unref();
}
