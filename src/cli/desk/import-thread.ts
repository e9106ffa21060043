import { parentPort, workerData } from 'node:worker_threads';
import { type ImportProgress, type ImportResult, importMail } from '../../center/intake/import-mail.ts';
import { openCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';

/** What the thread imports, and into which help center. */
export interface ImportTask {
  readonly path: string;
  readonly database: string;
  /** What the settings file says of the center. */
  readonly told: Shell['center'];
  /** Of the thread's own connections to the database, in MiB. */
  readonly memoryMiB: number;
}

/** Messages of the thread: its progress, then the result or the failure. */
export type ImportNews =
  | { readonly progress: ImportProgress }
  | { readonly result: ImportResult }
  | { readonly failure: string };

function tell(news: ImportNews): void {
  parentPort?.postMessage(news);
}

async function run({ path, database, told, memoryMiB }: ImportTask): Promise<void> {
  const shell = { environment: process.env, now: Date.now, center: told };
  const center = await openCenter(shell, database, { settings: { memoryMiB } });
  try {
    tell({ result: await importMail(center, [path], { onProgress: progress => tell({ progress }) }) });
  } finally {
    await center.close();
  }
}

run(workerData as ImportTask).catch((error: unknown) =>
  tell({ failure: error instanceof Error ? error.message : String(error) }),
);
