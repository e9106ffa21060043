import type { Handlers } from '../call.ts';
import { openPage } from '../paging.ts';
import { listTags } from '../storage/tag.ts';

export const tag: Handlers['tag'] = {
  list: call => listTags(call.db, call.caller, call.query.q, openPage(call, 'name.asc')),
};
