import { collectAtOnce } from '../../runtime/node-or-bun.ts';
import type { SetTimer } from '../../terminal/input/keys.ts';

/**
 * Keeps this process small: pages of a list come and go by the hundred, and V8 would let several times the needed
 * memory pile up. It costs a desk a few milliseconds per page; a service is better off without it.
 */
export async function spareMemory(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  // The young generation keeps its size, the old one is collected when it has grown by a fifth.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
  // The young one is collected while the old one is marked, too. Otherwise it grows by 6 MiB meanwhile.
  setFlagsFromString('--no-separate-gc-phases');
}

/** The size of the young generation, in bytes. With less than that, a key costs twice the processor time. */
const YOUNG_BYTES = 4 * 1_048_576;

/**
 * Collects the garbage of the start, and lets the young generation grow again, to less than the size at the start. The
 * process stands still meanwhile, some hundredths of a second. On another engine nothing happens.
 */
export async function collectStart(): Promise<void> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([import('node:v8'), import('node:vm')]);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect !== 'function') return;
  collect({ type: 'major', flavor: 'last-resort' });
  await growYoung();
}

async function growYoung(): Promise<void> {
  const [v8, { PerformanceObserver }] = await Promise.all([import('node:v8'), import('node:perf_hooks')]);
  const size = () => v8.getHeapSpaceStatistics().find(one => one.space_name === 'new_space')?.space_size;
  v8.setFlagsFromString('--semi-space-growth-factor=2');
  const collections = new PerformanceObserver(() => {
    if ((size() ?? YOUNG_BYTES) < YOUNG_BYTES) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    collections.disconnect();
  });
  collections.observe({ entryTypes: ['gc'] });
}

/** By how much a process on JavaScriptCore may grow before it is collected, in bytes. */
const GROWTH_BYTES = 8 * 1_048_576;

interface GrowthOptions {
  /** The memory of this process, in bytes. */
  readonly size: () => number;
  readonly collect: () => void;
  readonly setTimer: SetTimer;
}

/**
 * Collects after a frame if the process has grown since the last collection. JavaScriptCore waits with that for a share
 * of the machine's memory, and has no flag for less. The function that it returns is called for each frame that is drawn.
 */
export function collectGrowth({ size, collect, setTimer }: GrowthOptions): () => void {
  let least: number | undefined;
  let isWaiting = false;
  return () => {
    const now = size();
    least = Math.min(least ?? now, now);
    if (isWaiting || now < least + GROWTH_BYTES) return;
    isWaiting = true;
    setTimer(() => {
      collect();
      least = size();
      isWaiting = false;
    }, 0);
  };
}

/** `collectGrowth` of this process. On V8, which has the flags of `spareMemory`, it does nothing. */
export function collectOwnGrowth(setTimer: SetTimer): () => void {
  if (!collectAtOnce) return () => undefined;
  return collectGrowth({ size: process.memoryUsage.rss, collect: collectAtOnce, setTimer });
}
