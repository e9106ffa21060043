import type { Worker } from 'node:worker_threads';
import { threadFile } from '../../center/database/thread-file.ts';
import type { ImportProgress, ImportResult } from '../../center/intake/import-tally.ts';
import type { ImportNews, ImportTask } from './import-thread.ts';

/** Runs imports beside the desk. */
export interface ImportThreads {
  /** Rejects with a sentence if the import cannot continue; imported conversations stay. */
  run(task: ImportTask, onProgress: (progress: ImportProgress) => void): Promise<ImportResult>;
  /** Ends them; their stored mail stays, and the same import continues from there. */
  close(): Promise<void>;
}

/**
 * Runs each import in a thread with its own connections to the database: storing a large mail takes longer than a key
 * may wait.
 */
export function createImportThreads(): ImportThreads {
  const threads = new Set<Worker>();
  return {
    run: async (task, onProgress) => {
      const { Worker } = await import('node:worker_threads');
      const thread = new Worker(threadFile('import-thread', import.meta.url), { name: 'import', workerData: task });
      threads.add(thread);
      const { promise, resolve, reject } = Promise.withResolvers<ImportResult>();
      thread.on('message', (news: ImportNews) => {
        if ('progress' in news) onProgress(news.progress);
        else if ('result' in news) resolve(news.result);
        else reject(new Error(news.failure));
      });
      thread.on('error', reject);
      thread.on('exit', () => reject(new Error('the import was ended. Give the same path again to go on.')));
      return promise.finally(() => threads.delete(thread));
    },
    close: async () => {
      await Promise.all([...threads].map(thread => thread.terminate()));
    },
  };
}
