import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { inboxName } from '../words/names.ts';
import type { Visible } from '../world.ts';
import type { Change } from './change.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { countedTitle } from './title.ts';
import { sendUpdate } from './update.ts';

const Args = v.object({ ids: ConversationIds, inbox_id: Id, isUndo: v.optional(v.boolean()) });

/** A move into the spam inbox, or out of it, teaches the help center something, which its undo takes back. */
function undoing({ base }: Visible, ...inboxIds: readonly number[]): { readonly isUndo?: true } {
  return base.inboxes.some(({ id, kind }) => kind === 'spam' && inboxIds.includes(id)) ? { isUndo: true } : {};
}

/** Moves conversations to an inbox. The help center unassigns those whose assignee cannot see it. */
export const conversationMove: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, inbox_id }) =>
    editConversations(visible, ids, c => (c.inbox_id === inbox_id ? c : { ...c, inbox_id })),
  send: (client, { ids, inbox_id, isUndo }, key, job) =>
    sendUpdate(client, ids, { inbox_id, ...(isUndo ? { undo: true } : {}) }, key, job),
  conflictField: 'inbox_id',
  // The former assignee is restored too: the move may have unassigned it, which only the answer shows.
  isRepeatable: true,
  undo: ({ ids, inbox_id }, before) => [
    ...inverseCalls(
      ids,
      before,
      c => (c.inbox_id === inbox_id ? undefined : (c.inbox_id ?? undefined)),
      (some, former) => ({
        name: 'conversation.move',
        args: { ids: some, inbox_id: former, ...undoing(before, inbox_id, former) },
      }),
    ),
    ...inverseCalls(
      ids,
      before,
      c => (c.inbox_id === inbox_id || c.inbox_id === null ? undefined : (c.assign_to ?? undefined)),
      (some, former) => ({ name: 'conversation.assign', args: { ids: some, assign_to: former } }),
    ),
  ],
  title: ({ ids, inbox_id }, visible) => countedTitle(t`Moved`, ids, t` to ${inboxName(visible, inbox_id)}`),
  doing: t`Moving`,
  refusal: t`Not moved`,
};
