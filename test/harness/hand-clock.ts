interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that stands until it is moved by hand, with the timers that hang on it. */
export function handClock(start = Date.UTC(2026, 10, 20, 12)) {
  let now = start;
  let setBackMs = 0;
  let sleptMs = 0;
  const timers = new Set<Timer>();
  return {
    now: (): number => now + sleptMs - setBackMs,
    /** The same without what `setBack` and `sleep` did. */
    elapsed: (): number => now - start,
    /** The same without what `setBack` did. */
    uptime: (): number => now + sleptMs - start,
    /** The machine sleeps: timers and `elapsed` do not notice. */
    sleep: (ms: number): void => {
      sleptMs += ms;
    },
    /** Sets the clock back; timers and `elapsed` do not notice. */
    setBack: (ms: number): void => {
      setBackMs += ms;
    },
    setTimer: (run: () => void, delayMs: number): (() => void) => {
      const timer = { at: now + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Moves on, and runs in order what falls due. */
    advance: (ms: number): void => {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.run();
      }
      now = end;
    },
    waiting: (): number => timers.size,
  };
}
