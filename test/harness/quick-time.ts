/** A clock that some processes share, faster than the machine's own. */
export interface QuickTime {
  readonly rate: number;
  /** Milliseconds since 1970 on this clock. */
  now(): number;
}

/** The quick clock that showed the machine's time at `start` and runs `rate` times as fast since then. */
export function quickTime(start: number, rate: number): QuickTime {
  // A machine that was suspended has lost that time on its monotonic clock, in processes that ran before.
  const machineNow = Date.now.bind(Date);
  return { rate, now: () => start + (machineNow() - start) * rate };
}

/** A quick clock that starts now, and the flags of Node with which a program lives by it. */
export function startQuickTime(rate: number): QuickTime & { readonly flags: readonly string[] } {
  const start = Date.now();
  const clock = new URL(`./quick-clock.ts?start=${start}&rate=${rate}`, import.meta.url);
  return { ...quickTime(start, rate), flags: ['--import', clock.href] };
}
