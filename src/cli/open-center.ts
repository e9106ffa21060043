import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Center } from '../center/center.ts';
import { giveToOwner } from '../center/database/owner.ts';
import { isPostgres } from '../center/database/postgres/address.ts';
import type { CenterSettings } from '../center/model/settings.ts';
import { databasePath } from './database-path.ts';
import { makeFolder, paths } from './paths.ts';
import { centerSettings } from './settings/table.ts';
import type { Shell } from './shell.ts';
import { exitCode, ShellError } from './shell-error.ts';

/**
 * The folder of a help center's attachments: from the settings, otherwise beside its file; with PostgreSQL, if they are
 * not in the database, beside the embedded one's.
 */
export function attachmentsFolder({ center }: Pick<Shell, 'center'>, database: string): string {
  return center?.attachments ?? join(dirname(isPostgres(database) ? paths.database() : database), 'attachments');
}

/** Makes a folder of a help center as `makeFolder` does, for the owner of the folder around it. */
export function makeCenterFolder(path: string, chosenWith: string): void {
  const isMade = !existsSync(path);
  makeFolder(path, chosenWith);
  if (isMade) giveToOwner(path);
}

const notStored =
  'Not everything could be stored: the database or its disk cannot be written now. What was stored before stays. ' +
  'Make room there, or fix what else is wrong, and run the same command again.';

/** Opens, copies or changes a database; ends the command with a sentence if the database cannot be used. */
export async function orSentence<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const { DatabaseRefused, DatabaseUnreachable, isLocked } = await import('../center/database/refused.ts');
    if (error instanceof DatabaseUnreachable) throw new ShellError(error.message, exitCode.unreachable);
    if (error instanceof DatabaseRefused) throw new ShellError(error.message, exitCode.failed);
    const { problemOf } = await import('../center/model/problem.ts');
    const { code, message } = problemOf(error);
    if (isLocked(error)) throw new ShellError(message, exitCode.unreachable);
    if (code !== 'unavailable') throw error;
    throw new ShellError(notStored, exitCode.failed);
  }
}

interface OpenOptions {
  readonly log?: (line: string, parts?: object) => void;
  /** Options that win over the settings file. */
  readonly settings?: Partial<CenterSettings>;
  /** For commands that read: a file whose disk cannot be written is opened for reading alone. */
  readonly orReadOnly?: boolean;
}

/**
 * Opens the help center in the given file or on PostgreSQL, otherwise the embedded one. A database that cannot be used
 * ends the command with a sentence.
 */
export async function openCenter(
  shell: Pick<Shell, 'environment' | 'now' | 'center' | 'mail'>,
  told: string | undefined,
  { log, settings = {}, orReadOnly }: OpenOptions = {},
): Promise<Center> {
  const database = databasePath(told);
  const attachments = attachmentsFolder(shell, database);
  const isFolderWanted = shell.center?.attachments !== undefined;
  if (!isPostgres(database)) makeCenterFolder(dirname(database), '--database or XDG_DATA_HOME');
  if (!isPostgres(database) || isFolderWanted)
    makeCenterFolder(attachments, '--database, or center.attachments in the settings');
  const { createCenter } = await import('../center/center.ts');
  const apiKey = shell.environment.FRONTDESK_API_KEY;
  if (apiKey !== undefined && apiKey.length < 16) {
    throw new ShellError('FRONTDESK_API_KEY is too short: it must have at least 16 characters.');
  }
  // A database in memory has no name for the settings.
  const hasRelay = shell.mail?.relay !== undefined && database !== ':memory:';
  return orSentence(
    createCenter({
      database,
      attachmentsFolder: attachments,
      isFolderWanted,
      orReadOnly,
      now: shell.now,
      mailOut: hasRelay ? (await import('./mail.ts')).mailOutOf(shell.mail!, database) : undefined,
      settings: {
        apiKeys: apiKey === undefined ? [] : [apiKey],
        ...centerSettings(shell.center ?? {}),
        ...settings,
      },
      ...(log === undefined ? {} : { log }),
    }),
  );
}

/** Runs `work` on the embedded help center and always closes it. */
export async function withCenter<T>(
  shell: Shell,
  told: string | undefined,
  work: (center: Center) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  const center = await openCenter(shell, told, options);
  try {
    return await orSentence(work(center));
  } finally {
    await center.close();
  }
}
