import { conversationOf } from '../../src/state/visible.ts';
import type { ForeignBench } from './bench.ts';

/** What the help center holds of a conversation, in the desk's words. */
export function heldOf({ center: { store } }: ForeignBench, id: number) {
  const one = store.conversations.get(id)!;
  return {
    title: one.title,
    status: one.statusId,
    inbox: one.inboxId,
    assignee: one.assignTo,
    rating: one.disableRating,
    tags: [...one.tags].sort(),
    contacts: [...one.contacts].sort(),
    archived: one.archived,
    merged: one.mergedInto,
  };
}

/** What the desk shows of it. */
export function shownOf({ desk }: ForeignBench, id: number) {
  const one = conversationOf(desk.world(), id)!;
  return {
    title: one.title,
    status: one.conversation_status_id,
    inbox: one.inbox_id,
    assignee: one.assign_to,
    rating: one.disable_rating,
    tags: [...one.tags].sort(),
    contacts: [...one.contacts].sort(),
    archived: one.archived,
    merged: one.merged_into,
  };
}
