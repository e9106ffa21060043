import { openPage } from '../model/listing/paging.ts';
import { countTagged, listTags, renameTag, requireTag } from '../model/tag.ts';
import type { Handlers } from './call.ts';

export const tagHandlers: Handlers['tag'] = {
  list: call => listTags(call.db, call.caller, call.query.q, openPage(call, 'name.asc')),
  update: async call => {
    const before = await requireTag(call.db, call.caller, call.params.name);
    const { id, name } = await renameTag(call, before, call.body.name);
    return { data: { name, conversations: await countTagged(call.db, id) } };
  },
};
