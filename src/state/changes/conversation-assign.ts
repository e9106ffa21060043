import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import { agentName } from '../names.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { countedTitle } from './title.ts';
import { sendUpdate } from './update.ts';

const Args = v.object({ ids: ConversationIds, assign_to: v.nullable(Id) });

/** Assigns conversations to an agent, or unassigns them (null). */
export const conversationAssign: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, assign_to }) =>
    editConversations(visible, ids, c => (c.assign_to === assign_to ? c : { ...c, assign_to })),
  send: (client, { ids, assign_to }, key, job) => sendUpdate(client, ids, { assign_to }, key, job),
  sets: 'assign_to',
  isRepeatable: true,
  undo: ({ ids, assign_to }, before) =>
    inverseCalls(
      ids,
      before,
      c => (c.assign_to === assign_to ? undefined : c.assign_to),
      (some, former) => ({ name: 'conversation.assign', args: { ids: some, assign_to: former } }),
    ),
  title: ({ ids, assign_to }, visible) =>
    assign_to === null
      ? countedTitle(t`Unassigned`, ids)
      : countedTitle(t`Assigned`, ids, t` to ${agentName(visible, assign_to)}`),
  doing: t`Assigning`,
  refusal: t`Not assigned`,
};
