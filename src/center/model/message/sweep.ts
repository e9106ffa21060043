import type { ModelContext, Sweep } from '../context.ts';
import { write } from '../transaction.ts';
import { LOOSE_MS, oldestUpload, sweepUploads } from './upload.ts';

/** How long after the start leftovers of uploads are searched, in milliseconds: a short run does not need it. */
const START_MS = 60_000;

/** The shortest time between two sweeps, in milliseconds: uploads of about the same age are deleted together. */
const REST_MS = 3_600_000;

async function reapFiles({ store, files, now }: ModelContext): Promise<void> {
  const rows = await store.reader.selectFrom('attachment').select('hash').distinct().execute();
  // Files have the time of this machine, and its clock may be behind the center's.
  await files.reap(new Set(rows.map(row => row.hash)), Math.min(now(), Date.now()));
}

/**
 * Sweeps a minute after the start and when an upload is a day old. No timer runs while there is nothing to wait for.
 */
export function createSweep(context: ModelContext): Sweep {
  let timer: NodeJS.Timeout | undefined;

  const wait = (delayMs: number): void => {
    timer ??= setTimeout(() => void sweep(), delayMs).unref();
  };

  const sweep = async (): Promise<void> => {
    timer = undefined;
    try {
      await run();
      const oldest = await oldestUpload(context.store.reader);
      if (oldest !== undefined) wait(Math.max(REST_MS, oldest + LOOSE_MS - context.now()));
    } catch {
      // Leftovers take room and do no harm; the next start sweeps again.
    }
  };

  const run = async (): Promise<void> => {
    while ((await write(context, sweepUploads)) > 0);
    await reapFiles(context);
  };

  wait(START_MS);
  return { uploaded: () => wait(LOOSE_MS + REST_MS), run, close: () => clearTimeout(timer) };
}
