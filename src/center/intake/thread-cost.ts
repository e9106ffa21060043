import type { Worker } from 'node:worker_threads';

/** What a thread has used since it started. */
export interface ThreadCost {
  readonly cpuMs: number;
  /** 0 where the runtime limits the thread's heap itself. */
  readonly memoryMiB: number;
}

/** Whether the runtime limits a thread's heap: Bun ignores `resourceLimits`. */
export const HAS_HEAP_LIMITS = !('bun' in process.versions);

/**
 * What a thread has used so far, or on Bun, whose busy threads do not say it, what the whole process has; undefined if
 * the thread has ended.
 */
export async function threadCost(worker: Worker): Promise<ThreadCost | undefined> {
  const cpu = HAS_HEAP_LIMITS ? await worker.cpuUsage().catch(() => undefined) : process.cpuUsage();
  if (cpu === undefined) return undefined;
  const memoryMiB = HAS_HEAP_LIMITS ? 0 : process.memoryUsage.rss() / 2 ** 20;
  return { cpuMs: (cpu.user + cpu.system) / 1_000, memoryMiB };
}
