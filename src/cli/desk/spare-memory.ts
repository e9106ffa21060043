/**
 * Keeps this process small: pages of a list come and go by the hundred, and V8 would let several times the needed
 * memory pile up. It costs a desk a few milliseconds per page; a service is better off without it.
 */
export async function spareMemory(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  // The young generation keeps its initial size. The old one is collected when it has grown by a fifth: without the third
  // flag, V8 lets it grow by 8 MiB at least.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--optimize-for-size');
  // The young one is collected while the old one is marked, too. Otherwise it grows by 6 MiB meanwhile.
  setFlagsFromString('--no-separate-gc-phases');
}

/**
 * Collects what the start has left, down to the initial size of the young generation. Without it, V8 lets three times the
 * needed memory pile up before `spareMemory` begins to count. The process stands still meanwhile, some hundredths of a
 * second. On another engine nothing happens.
 */
export async function collectStart(): Promise<void> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([import('node:v8'), import('node:vm')]);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
}
