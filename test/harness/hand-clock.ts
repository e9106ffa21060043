interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that stands until it is moved by hand, with the timers that hang on it. */
export function handClock(start = Date.UTC(2026, 10, 20, 12)) {
  let now = start;
  let setBackMs = 0;
  const timers = new Set<Timer>();
  return {
    now: (): number => now - setBackMs,
    /** The same without what `setBack` did. */
    elapsed: (): number => now - start,
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
