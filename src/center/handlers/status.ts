import { openAlias } from '../../contract/status.ts';
import type { Db, Row } from '../database/tables.ts';
import { listNamed } from '../model/listing/named-list.ts';
import { openPage } from '../model/listing/paging.ts';
import { conflict, notFound } from '../model/problem.ts';
import { nameKey } from '../model/text-key.ts';
import type { Handlers } from './call.ts';

const answer = ({ id, name, kind }: Row<'conversation_status'>) => ({ id, name, kind });

const requireFree = async (db: Db, key: string, id?: number): Promise<void> => {
  const taken = await db.selectFrom('conversation_status').select('id').where('name_key', '=', key).executeTakeFirst();
  if ((taken && taken.id !== id) || key === openAlias)
    throw conflict('There is such a status already.', [{ path: 'name', message: 'is taken' }]);
};

export const status: Handlers['status'] = {
  list: async call => {
    const { rows, nextCursor } = await listNamed(call.db, 'conversation_status', openPage(call, 'id.asc', 'whole'));
    return { data: rows.map(answer), nextCursor };
  },
  create: async call => {
    const { name } = call.body;
    const key = nameKey(name);
    await requireFree(call.db, key);
    const row = await call.db
      .insertInto('conversation_status')
      .values({ name, name_key: key, kind: 'custom' })
      .returningAll()
      .executeTakeFirstOrThrow();
    call.namesChanged();
    return { data: answer(row) };
  },
  update: async call => {
    const { conversation_status_id: id } = call.params;
    const before = await call.db.selectFrom('conversation_status').selectAll().where('id', '=', id).executeTakeFirst();
    if (!before) throw notFound('status');
    if (before.kind !== 'custom') throw conflict(`The status “${before.name}” is built in and keeps its name.`);
    const name = call.body.name.trim();
    const key = nameKey(name);
    await requireFree(call.db, key, id);
    if (name !== before.name) call.namesChanged();
    const row = await call.db
      .updateTable('conversation_status')
      .set({ name, name_key: key })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { data: answer(row) };
  },
};
