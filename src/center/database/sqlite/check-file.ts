import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { STEPS, sqliteTables, whyNotOurs } from '../migrations/migrate.ts';
import { TABLES_OF } from '../migrations/newer.ts';
import { isLocked } from '../refused.ts';
import { hasIndexedLog, lookInto } from './look-into.ts';

/** Why a SQLite file cannot be used. `why`: in SQLite's words. */
export type FileFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'not-ours'; readonly what: string; readonly cure: string }
  | { readonly kind: 'damaged'; readonly why: string };

/** A larger file would be read for too long. */
const MAX_READ = 2_000_000_000;

/**
 * Looks whether a SQLite file can be used, without changing it. Returns undefined if so, as far as was looked: a large
 * file is not read whole.
 */
export function checkFile(path: string): { readonly fault?: FileFault; readonly isRead: boolean } {
  const { size } = statSync(path);
  const isRead = size <= MAX_READ;
  if (size === 0) return { fault: { kind: 'empty' }, isRead };
  try {
    const fault = lookInto(path, database => faultIn(database, path, isRead));
    return fault === undefined ? { isRead } : { fault, isRead };
  } catch (error) {
    return { fault: isLocked(error) ? { kind: 'locked' } : { kind: 'damaged', why: (error as Error).message }, isRead };
  }
}

function faultIn(database: DatabaseSync, path: string, isRead: boolean): FileFault | undefined {
  const namesOf = (query: string) =>
    database
      .prepare(query)
      .all()
      .map(({ name }) => String(name));
  const tables = namesOf(sqliteTables);
  const steps = tables.includes(STEPS) ? namesOf(`select name from ${STEPS}`) : [];
  const [by] = tables.includes('setting')
    ? namesOf(`select value as name from setting where key = '${TABLES_OF}'`)
    : [];
  const foreign = whyNotOurs(tables, steps, by);
  if (foreign !== undefined) return { kind: 'not-ours', ...foreign };
  const [row] = isRead ? database.prepare('pragma quick_check(1)').all() : [{ said: 'ok' }];
  const said = String(Object.values(row ?? {})[0] ?? 'it holds nothing');
  if (said !== 'ok') return { kind: 'damaged', why: said };
  return isWriterBusy(path) ? { kind: 'locked' } : undefined;
}

/**
 * Whether another process has held the lock for writing for a while. Without a log there is no writer. The connection
 * that looks stays open, so that this one does not take the log into the file when it closes.
 */
function isWriterBusy(path: string): boolean {
  if (!hasIndexedLog(path)) return false;
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const writer = new DatabaseSync(path, { timeout: 1_000 });
  try {
    writer.exec('begin immediate; rollback');
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    throw error;
  } finally {
    writer.close();
  }
}
