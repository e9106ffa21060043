import { vi } from 'vitest';

/** For what hangs; vitest itself waits for a second, which a busy machine may need. */
const PATIENCE_MS = 60_000;

/** Does `work` again and again until it throws no more. Returns its result. */
export function eventually<T>(work: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(work, PATIENCE_MS);
}
