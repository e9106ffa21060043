import { dirname, join } from 'node:path';
import type { Center } from '../center/center.ts';
import { makeFolder, places } from './places.ts';
import type { Shell } from './shell.ts';
import { exitCode, ShellError } from './shell-error.ts';

/** The file of the embedded help center: as told, else its usual place. */
export const databasePath = (told: string | undefined): string => told ?? places.database();

/**
 * Opens the embedded help center on its file; attachments lie beside it. A file that cannot be used ends the command
 * with a sentence.
 */
export const openCenter = async (
  shell: Shell,
  told: string | undefined,
  log?: (line: string) => void,
): Promise<Center> => {
  const database = databasePath(told);
  if (/^postgres(ql)?:/.test(database)) {
    throw new ShellError('This version keeps the help center in a file only; PostgreSQL is not served yet.');
  }
  makeFolder(dirname(database));
  const { createCenter } = await import('../center/center.ts');
  const { DatabaseRefused } = await import('../center/storage/refused.ts');
  const apiKey = shell.environment.FRONTDESK_API_KEY;
  if (apiKey !== undefined && apiKey.length < 16) {
    throw new ShellError('FRONTDESK_API_KEY is too short: it takes at least 16 characters.');
  }
  try {
    return await createCenter({
      database,
      attachmentsFolder: join(dirname(database), 'attachments'),
      now: shell.now,
      settings: { apiKeys: apiKey === undefined ? [] : [apiKey] },
      ...(log === undefined ? {} : { log }),
    });
  } catch (error) {
    if (error instanceof DatabaseRefused) throw new ShellError(error.message, exitCode.failed);
    throw error;
  }
};

/** Runs `work` on the embedded help center and closes it whatever happens. */
export const withCenter = async <T>(
  shell: Shell,
  told: string | undefined,
  work: (center: Center) => Promise<T>,
): Promise<T> => {
  const center = await openCenter(shell, told);
  try {
    return await work(center);
  } finally {
    await center.close();
  }
};
