/** Makes the work on a text of a size; the work is done again and again, and timed. */
export type Work = (size: number) => () => unknown;

/** What work costs at a size and at double that size, in milliseconds of the processor. */
export interface Growth {
  readonly size: number;
  readonly once: number;
  readonly twice: number;
}

/** The clocks of the machine: of the day, and of this thread's processor. */
export interface Clocks {
  wall(): number;
  processor(): number;
}

/** What the double size may cost, of the single one. */
const MOST = 2.5;
/** Small for work that is slow anyway, large for the rest. */
const SIZES = [4_096, 16_384];
/** Below this the clock and the collector of garbage say more than the work does, in ms. */
const MEASURABLE_MS = 1;
/** Work is called steep after this many rounds, or this many ms of them. */
const ROUNDS = 40;
const ENOUGH_MS = 1_000;

/**
 * Undefined if work on a text of double the length costs at most 2.5 times as much; otherwise its cost. Work too fast
 * to measure at 32 KiB is not steep: quadratic work would take longer. The wall clock can acquit; before work is called
 * steep, processor time is measured, which other work on the machine does not increase. It is a time and no count because
 * most of the work is done within V8, by its regular expressions and functions of strings, which count nothing.
 */
export function tooSteep(work: Work, clocks: Clocks = { wall: () => performance.now(), processor: processorMs }) {
  const wallOf = (run: () => unknown) => spent(clocks.wall, run);
  for (const size of SIZES) {
    const double = work(size * 2);
    const twice = wallOf(double) < MEASURABLE_MS ? 0 : wallOf(double);
    if (twice < MEASURABLE_MS) continue;
    const single = work(size);
    const once = Math.min(wallOf(single), wallOf(single));
    if (twice <= MOST * once) return undefined;
    // Work that is steep is so at the next sizes too; the collector and the caches make one step of their own.
    const steepness = (small: () => unknown, large: () => unknown, at: number) =>
      steepnessBy(clocks.processor, small, large, at);
    const first = steepness(single, double, size);
    if (!first) return undefined;
    const fourfold = work(size * 4);
    return steepness(double, fourfold, size * 2) && steepness(fourfold, work(size * 8), size * 4);
  }
  return undefined;
}

function steepnessBy(
  clock: () => number,
  single: () => unknown,
  double: () => unknown,
  size: number,
): Growth | undefined {
  let once = Number.POSITIVE_INFINITY;
  let twice = Number.POSITIVE_INFINITY;
  const start = clock();
  for (let round = 0; round < ROUNDS && (round < 3 || clock() - start < ENOUGH_MS); round += 1) {
    once = Math.min(once, spent(clock, single));
    twice = Math.min(twice, spent(clock, double));
    if (twice <= MOST * once) return undefined;
  }
  return { size, once, twice };
}

function spent(clock: () => number, work: () => unknown): number {
  const start = clock();
  work();
  return clock() - start;
}

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * The time that this thread has had a processor, in ms, to the microsecond. While a thread runs, some systems count it
 * by the tick alone, of 4 ms: it is counted to the full when it stops, so it stops first.
 */
export function processorMs(): number {
  Atomics.wait(never, 0, 0, 1);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
