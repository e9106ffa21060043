import type { Worker } from 'node:worker_threads';
import { threadFile } from '../thread-file.ts';

/** How long after the opening it begins, in milliseconds: a short run does not need it. */
const START_MS = 2_000;

/**
 * Cleans a former program's file in a thread, while the help center serves. `done` is called when it has ended, also if
 * it failed: the next start tries again. Returns a function that stops it.
 */
export function cleanLater(path: string, done: () => void): () => Promise<void> {
  let thread: Worker | undefined;
  let isStopped = false;
  const start = async (): Promise<void> => {
    const { Worker } = await import('node:worker_threads');
    if (isStopped) return;
    thread = new Worker(threadFile('clean-thread', import.meta.url), { name: 'clean', workerData: path });
    thread.unref();
    // Another process writes, or the disk is full: nothing is lost.
    thread.on('error', () => undefined);
    thread.on('exit', done);
  };
  const timer = setTimeout(() => void start(), START_MS).unref();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await thread?.terminate();
  };
}
