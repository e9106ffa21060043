import { openAlias } from '../../contract/status.ts';
import type { Db, Row } from '../database/tables.ts';
import { conflict, notFound } from './problem.ts';
import { renameInRules } from './rule/rename.ts';
import { nameKey } from './text-key.ts';
import type { Work } from './work.ts';

type Status = Row<'conversation_status'>;

/** The name of a status as it is compared: without case; `opened` means the open one. */
export function statusKey(name: string): string {
  const key = nameKey(name.trim());
  return key === openAlias ? 'open' : key;
}

/** The id of the status with this name. */
export async function statusByName(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversation_status')
    .select('id')
    .where('name_key', '=', statusKey(name))
    .executeTakeFirst();
  return row?.id;
}

/** The names of all statuses. */
export async function listStatusNames(db: Db): Promise<string[]> {
  return (await db.selectFrom('conversation_status').select('name').orderBy('id').execute()).map(row => row.name);
}

async function requireFree(db: Db, key: string, id?: number): Promise<void> {
  const taken = await db.selectFrom('conversation_status').select('id').where('name_key', '=', key).executeTakeFirst();
  if ((taken && taken.id !== id) || key === openAlias)
    throw conflict('A status has this name already.', [{ path: 'name', message: 'is taken' }]);
}

/** Makes a status. Throws `conflict` if the name is taken. */
export async function createStatus(work: Work, name: string): Promise<Status> {
  const key = nameKey(name);
  await requireFree(work.db, key);
  const row = await work.db
    .insertInto('conversation_status')
    .values({ name, name_key: key, kind: 'custom' })
    .returningAll()
    .executeTakeFirstOrThrow();
  work.namesChanged();
  return row;
}

/** Renames a status. Throws `not_found`, or `conflict` if it is built in or the name is taken. */
export async function renameStatus(work: Work, id: number, name: string): Promise<Status> {
  const before = await work.db.selectFrom('conversation_status').selectAll().where('id', '=', id).executeTakeFirst();
  if (!before) throw notFound('status');
  if (before.kind !== 'custom') throw conflict(`The status “${before.name}” is built in and keeps its name.`);
  const key = nameKey(name);
  await requireFree(work.db, key, id);
  if (name !== before.name) {
    await renameInRules(work, ['status'], before.name, name);
    work.namesChanged();
  }
  return work.db
    .updateTable('conversation_status')
    .set({ name, name_key: key })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
