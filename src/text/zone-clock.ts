const DAY_MS = 86_400_000;

/** By how many milliseconds the clocks of a zone, by default this process's, are ahead of UTC at a moment. */
export function offsetsOf(zone?: string): (at: number) => number {
  const number = 'numeric' as const;
  const fields = { year: number, month: number, day: number, hour: number, minute: number, second: number };
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields });
  return at => {
    const shown = format.formatToParts(at).flatMap(({ type, value }) => (type === 'literal' ? [] : Number(value)));
    const [month, day, year, hour, minute, second] = shown as [number, number, number, number, number, number];
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
}

/**
 * The first moment at which the clocks of a zone show a time or a later one. `shown` is that time as if it were UTC: the
 * earlier moment if the clocks show it twice, the moment of the change if they skip it.
 */
export function momentOf(shown: number, offsetAt: (at: number) => number): number {
  const [before, after] = [offsetAt(shown - DAY_MS), offsetAt(shown + DAY_MS)];
  if (before === after) return shown - before;
  if (offsetAt(shown - before) === before) return shown - before;
  if (offsetAt(shown - after) === after) return shown - after;
  let [low, high] = [shown - DAY_MS, shown + DAY_MS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
