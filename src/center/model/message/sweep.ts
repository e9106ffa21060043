import type { ModelParts, Sweep } from '../parts.ts';
import { write } from '../transaction.ts';
import { LOOSE_MS, oldestUpload, sweepUploads } from './upload.ts';

/** How long after the start leftovers of uploads are searched, in milliseconds: a short run does not need it. */
const START_MS = 60_000;

/** The shortest time between two sweeps, in milliseconds: uploads of about the same age are deleted together. */
const REST_MS = 3_600_000;

async function reapFiles({ store, files, now }: ModelParts): Promise<void> {
  const rows = await store.reader.selectFrom('attachment').select('hash').distinct().execute();
  await files.reap(new Set(rows.map(row => row.hash)), now());
}

/**
 * Sweeps a minute after the start and when an upload is a day old. No timer runs while there is nothing to wait for.
 */
export function createSweep(parts: ModelParts): Sweep {
  let timer: NodeJS.Timeout | undefined;

  const wait = (delayMs: number): void => {
    timer ??= setTimeout(() => void sweep(), delayMs).unref();
  };

  const sweep = async (): Promise<void> => {
    timer = undefined;
    try {
      await run();
      const oldest = await oldestUpload(parts.store.reader);
      if (oldest !== undefined) wait(Math.max(REST_MS, oldest + LOOSE_MS - parts.now()));
    } catch {
      // Leftovers take room and do no harm; the next start sweeps again.
    }
  };

  const run = async (): Promise<void> => {
    while ((await write(parts, sweepUploads)) > 0);
    await reapFiles(parts);
  };

  wait(START_MS);
  return { uploaded: () => wait(LOOSE_MS + REST_MS), run, close: () => clearTimeout(timer) };
}
