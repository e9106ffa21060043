import { statSync } from 'node:fs';
import { Kysely } from 'kysely';
import { migrationNames } from '../migrations/list.ts';
import { takenSteps } from '../migrations/migrate.ts';
import { DatabaseRefused, DatabaseUnreachable } from '../refused.ts';
import type { DatabaseSettings, Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { NodeSqliteDialect, setUpReader } from './dialect.ts';
import { hasIndexedLog, openUntouched } from './look-into.ts';

/** SQLite's code for a write to a file that is open for reading. */
const READ_ONLY = 8;

/**
 * Opens a file on a disk that cannot be written, for reading alone: each write fails. Throws `DatabaseRefused` if it
 * cannot be read without a write.
 */
export async function openReadOnly(path: string, { memoryMiB }: DatabaseSettings): Promise<Store> {
  const isLocked = hasIndexedLog(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (!isLocked && log && log.size > 0)
    throw new DatabaseRefused(
      `Cannot use ${path}: the newest of it is in ${path}-wal, which cannot be read where nothing can be written. Copy ` +
        'both files to another disk, and name the copy.',
    );
  const connection = openUntouched(path);
  const reader = new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection, 'read') });
  const close = async () => {
    await reader.destroy();
    if (connection.isOpen) connection.close();
  };
  try {
    setUpReader(connection, memoryMiB);
    const taken = await takenSteps(reader, 'sqlite');
    if (!migrationNames.every(name => taken.includes(name)))
      throw new DatabaseRefused(
        `Cannot use ${path}: it is of an older version, and cannot be upgraded where nothing can be written. Make room ` +
          'there, or copy it to another disk.',
      );
  } catch (error) {
    await close();
    throw error;
  }
  const writtenAt = () => statSync(path).mtimeMs;
  const openedAt = writtenAt();
  return {
    kind: 'sqlite',
    isReadOnly: true,
    reader,
    read: async work => {
      const found = await reader.transaction().execute(work);
      // Without its log SQLite does not exclude other writers.
      if (isLocked || (writtenAt() === openedAt && !hasIndexedLog(path))) return found;
      throw new DatabaseUnreachable(`${path} was written while it was read. Nothing was changed; try again.`);
    },
    write: async () => {
      throw Object.assign(new Error(`${path} is open for reading alone`), { errcode: READ_ONLY });
    },
    forget: () => undefined,
    clear: async () => undefined,
    trim: () => connection.exec('pragma shrink_memory'),
    close,
  };
}
