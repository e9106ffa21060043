import { openAlias } from '../../contract/status.ts';
import type { Handlers } from '../call.ts';
import { openPage } from '../paging.ts';
import { conflict } from '../problem.ts';
import { listNamed } from '../storage/named-list.ts';
import type { Row } from '../storage/tables.ts';
import { nameKey } from '../text-key.ts';

const answer = ({ id, name, kind }: Row<'conversation_status'>) => ({ id, name, kind });

export const status: Handlers['status'] = {
  list: async call => {
    const { rows, nextCursor } = await listNamed(call.db, 'conversation_status', openPage(call, 'id.asc', 'whole'));
    return { data: rows.map(answer), nextCursor };
  },
  create: async call => {
    const { name } = call.body;
    const key = nameKey(name);
    const taken = await call.db
      .selectFrom('conversation_status')
      .select('name')
      .where('name_key', '=', key)
      .executeTakeFirst();
    if (taken || key === openAlias)
      throw conflict('There is such a status already.', [{ path: 'name', message: 'is taken' }]);
    const row = await call.db
      .insertInto('conversation_status')
      .values({ name, name_key: key, kind: 'custom' })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { data: answer(row) };
  },
};
