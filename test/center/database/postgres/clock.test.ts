import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClock } from '../../../../src/center/database/postgres/clock.ts';

const HOUR_MS = 3_600_000;

/** A database whose clock differs from this machine's. */
function databaseAt(aheadMs: () => number) {
  return { query: async () => ({ rows: [{ at: Date.now() + aheadMs() }] }) } as never;
}

// The clocks of this machine stand still.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the clock of a database', () => {
  test.for([
    [0, 0],
    [900, 0],
    [-900, 0],
    [5_000, 5_000],
    [2 * HOUR_MS, 2 * HOUR_MS],
    [-2 * HOUR_MS, -2 * HOUR_MS],
  ] as const)('%i ms ahead of the machine’s moves it by %i', async ([aheadMs, movedMs]) => {
    const clock = createClock(() => undefined);
    await clock.measure(databaseAt(() => aheadMs));
    expect(clock.now() - Date.now()).toBe(movedMs);
  });

  test('follows each jump of the machine’s clock, and tells of the first', async () => {
    const lines: string[] = [];
    const clock = createClock(line => lines.push(line));
    let ahead = -2 * HOUR_MS;
    const database = databaseAt(() => ahead);
    for (ahead of [-2 * HOUR_MS, 0, HOUR_MS, 0]) {
      await clock.measure(database);
      expect(clock.now() - Date.now()).toBe(ahead);
    }
    expect(lines).toEqual([
      'This machine’s clock is 7200 seconds ahead of the database’s, which is used in its place. Set this machine’s clock.',
    ]);
  });
});
