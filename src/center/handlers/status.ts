import type { Row } from '../database/tables.ts';
import { openPage } from '../model/listing/paging.ts';
import { listRows } from '../model/listing/rows.ts';
import { createStatus, renameStatus } from '../model/status.ts';
import type { Handlers } from './call.ts';

function answer({ id, name, kind }: Row<'conversation_status'>) {
  return { id, name, kind };
}

export const statusHandlers: Handlers['status'] = {
  list: async call => {
    const { rows, nextCursor } = await listRows(call.db, 'conversation_status', openPage(call, 'id.asc', 'whole'));
    return { data: rows.map(answer), nextCursor };
  },
  create: async call => ({ data: answer(await createStatus(call, call.body.name)) }),
  update: async call => ({
    data: answer(await renameStatus(call, call.params.conversation_status_id, call.body.name.trim())),
  }),
};
