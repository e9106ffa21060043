/** Makes the work on a text of a size; the work is done again and again, and timed. */
export type Work = (size: number) => () => unknown;

/** What work costs at a size and at double that size, in milliseconds of the processor. */
export interface Growth {
  readonly size: number;
  readonly once: number;
  readonly twice: number;
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
export function tooSteep(work: Work): Growth | undefined {
  for (const size of SIZES) {
    const double = work(size * 2);
    const twice = wallOf(double) < MEASURABLE_MS ? 0 : wallOf(double);
    if (twice < MEASURABLE_MS) continue;
    const single = work(size);
    const once = Math.min(wallOf(single), wallOf(single));
    if (twice <= MOST * once) return undefined;
    // Work that is steep is so at the next sizes too; the collector and the caches make one step of their own.
    const first = steepness(single, double, size);
    if (!first) return undefined;
    const fourfold = work(size * 4);
    return steepness(double, fourfold, size * 2) && steepness(fourfold, work(size * 8), size * 4);
  }
  return undefined;
}

function steepness(single: () => unknown, double: () => unknown, size: number): Growth | undefined {
  let once = Number.POSITIVE_INFINITY;
  let twice = Number.POSITIVE_INFINITY;
  const start = processorMs();
  for (let round = 0; round < ROUNDS && (round < 3 || processorMs() - start < ENOUGH_MS); round += 1) {
    once = Math.min(once, processorOf(single));
    twice = Math.min(twice, processorOf(double));
    if (twice <= MOST * once) return undefined;
  }
  return { size, once, twice };
}

function wallOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function processorOf(work: () => unknown): number {
  const start = processorMs();
  work();
  return processorMs() - start;
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
