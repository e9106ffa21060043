import { openAlias } from '../../contract/status.ts';
import { insertRow, rowWith, updateRows } from '../database/rows.ts';
import type { Db, Row } from '../database/tables.ts';
import { conflict, notFound } from './problem.ts';
import { renameInRules } from './rule/rename.ts';
import { nameKey } from './text-key.ts';
import type { Work } from './work.ts';

type Status = Row<'conversation_status'>;

/** The name of a status as it is compared: without case; `opened` means the open one. */
export function statusNameKey(name: string): string {
  const key = nameKey(name.trim());
  return key === openAlias ? 'open' : key;
}

/** The id of the status with this name. */
export async function statusByName(db: Db, name: string): Promise<number | undefined> {
  return (await rowWith(db, 'conversation_status', { name_key: statusNameKey(name) }))?.id;
}

/** The names of all statuses. */
export async function listStatusNames(db: Db): Promise<string[]> {
  return (await db.selectFrom('conversation_status').select('name').orderBy('id').execute()).map(row => row.name);
}

async function requireFree(db: Db, key: string, id?: number): Promise<void> {
  const taken = await rowWith(db, 'conversation_status', { name_key: key });
  if ((taken && taken.id !== id) || key === openAlias)
    throw conflict('A status has this name already.', [{ path: 'name', message: 'is taken' }]);
}

/** Makes a status. Throws `conflict` if the name is taken. */
export async function createStatus(work: Work, name: string): Promise<Status> {
  const key = nameKey(name);
  await requireFree(work.db, key);
  const row = await insertRow(work.db, 'conversation_status', { name, name_key: key, kind: 'custom' });
  work.namesChanged();
  return row;
}

/** Renames a status. Throws `not_found`, or `conflict` if it is built in or the name is taken. */
export async function renameStatus(work: Work, id: number, name: string): Promise<Status> {
  const before = await rowWith(work.db, 'conversation_status', { id });
  if (!before) throw notFound('status');
  if (before.kind !== 'custom') throw conflict(`The status “${before.name}” is built in and keeps its name.`);
  const key = nameKey(name);
  await requireFree(work.db, key, id);
  if (name !== before.name) {
    await renameInRules(work, ['status'], before.name, name);
    work.namesChanged();
  }
  return (await updateRows(work.db, 'conversation_status', { id }, { name, name_key: key }))[0]!;
}
