import { parentPort, workerData } from 'node:worker_threads';
import { type ImportWishes, importMail } from '../../center/intake/import-mail.ts';
import type { ImportProgress, ImportResult } from '../../center/intake/import-tally.ts';
import { messageOf } from '../../text/message-of.ts';
import { openCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';

/** The path to import, how, and the help center to import into. */
export interface ImportTask {
  readonly path: string;
  readonly wishes: ImportWishes;
  readonly database: string;
  /** The settings file's section about the center. */
  readonly told: Shell['center'];
  /** The cache of the thread's connections to the database, in MiB. */
  readonly memoryMiB: number;
}

/** Messages of the thread: progress, then the result or the failure. */
export type ImportNews =
  | { readonly progress: ImportProgress }
  | { readonly result: ImportResult }
  | { readonly failure: string };

function postNews(news: ImportNews): void {
  parentPort?.postMessage(news);
}

async function run({ path, wishes, database, told, memoryMiB }: ImportTask): Promise<void> {
  const shell = { environment: process.env, now: Date.now, center: told };
  const center = await openCenter(shell, database, { settings: { memoryMiB } });
  try {
    postNews({
      result: await importMail(center, [path], { ...wishes, onProgress: progress => postNews({ progress }) }),
    });
  } finally {
    await center.close();
  }
}

run(workerData as ImportTask).catch((error: unknown) => postNews({ failure: messageOf(error) }));
