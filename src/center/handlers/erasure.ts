import { beginErasure, erasuresOf, holdingsOf, type ListedErasure, requireErasure } from '../model/erasure/erasure.ts';
import { remainsOf } from '../model/erasure/tell-folders.ts';
import { openPage } from '../model/listing/paging.ts';
import { requireContact } from '../model/people/contact.ts';
import { timestamp } from '../model/time.ts';
import type { Handlers } from './call.ts';

function at(milliseconds: number | null): string | null {
  return milliseconds === null ? null : timestamp(milliseconds);
}

function answer(
  { id, contact_id, conversations, begun_at, ended_at, cleared_at }: ListedErasure,
  remains: readonly string[],
) {
  return {
    id,
    contact_id,
    conversations: conversations.filter(one => one.isGone).map(one => one.id),
    shared: conversations.filter(one => !one.isGone).map(one => one.id),
    left: conversations.filter(({ isDone }) => !isDone).length,
    begun_at: timestamp(begun_at),
    ended_at: at(ended_at),
    cleared_at: at(cleared_at),
    remains: cleared_at === null ? [] : [...remains],
  };
}

export const erasureHandlers: Handlers['erasure'] = {
  list: async call => {
    const { erasures, nextCursor } = await erasuresOf(call.db, openPage(call, 'id.asc'));
    const remains = call.caller.seesAll ? await remainsOf(call.db) : [];
    return { data: erasures.map(one => answer(one, remains)), nextCursor };
  },
  holdings: async ({ db, caller, params }) => {
    const contact = await requireContact(db, caller, params.contact_id);
    const { alone, shared, ...counts } = await holdingsOf(db, contact);
    return {
      data: {
        contact_id: contact.id,
        conversations: [...alone],
        shared: [...shared],
        ...counts,
      },
    };
  },
  begin: async call => {
    const contact = await requireContact(call.db, call.caller, call.params.contact_id);
    const { id } = await beginErasure(call, contact);
    return { data: answer(await requireErasure(call.db, id), []) };
  },
};
