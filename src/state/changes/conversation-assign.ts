import * as v from 'valibot';
import type { Client } from '../../client/client.ts';
import { Id } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { agentName } from '../words/names.ts';
import type { Change, ChangeOutcome, SendContext } from './change.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { sendEach } from './send.ts';
import { countedTitle } from './title.ts';
import { sendUpdate } from './update.ts';

const Args = v.object({
  ids: ConversationIds,
  assign_to: v.nullable(Id),
  /** Only those that are assigned to this one (null: to nobody) by then. */
  from: v.optional(v.nullable(Id)),
});
type Args = v.InferOutput<typeof Args>;

/** Whether a conversation gets another agent by it. */
function isMeant({ assign_to, from }: Args, now: number | null): boolean {
  return now !== assign_to && (from === undefined || now === from);
}

/** Reads the conversation first: the desk may not know yet that another agent has taken it. */
function sendFrom(client: Client, args: Args, key: string, job: SendContext): Promise<ChangeOutcome> {
  return sendEach(args.ids, key, async (id, ownKey) => {
    const { data } = await client.conversation.get({ params: { conversation_id: id } });
    if (data.merged_into === null && !isMeant(args, data.assign_to)) return data;
    const versions = data.version === null ? {} : { [id]: data.version };
    return sendUpdate(client, [id], { assign_to: args.assign_to }, ownKey, { ...job, versions });
  });
}

/** Assigns conversations to an agent, or unassigns them (null). */
export const conversationAssign: Change<Args> = {
  args: Args,
  apply: (visible, args) =>
    editConversations(visible, args.ids, c => (isMeant(args, c.assign_to) ? { ...c, assign_to: args.assign_to } : c)),
  send: (client, args, key, job) =>
    args.from === undefined
      ? sendUpdate(client, args.ids, { assign_to: args.assign_to }, key, job)
      : sendFrom(client, args, key, job),
  conflictField: 'assign_to',
  isRepeatable: true,
  undo: (args, before) =>
    inverseCalls(
      args.ids,
      before,
      c => (isMeant(args, c.assign_to) ? c.assign_to : undefined),
      (ids, former) => ({
        name: 'conversation.assign',
        args: { ids, assign_to: former, ...(args.from === undefined ? {} : { from: args.assign_to }) },
      }),
    ),
  title: ({ ids, assign_to }, visible) =>
    assign_to === null
      ? countedTitle(t`Unassigned`, ids)
      : countedTitle(t`Assigned`, ids, t` to ${agentName(visible, assign_to)}`),
  doing: t`Assigning`,
  refusal: t`Not assigned`,
};
