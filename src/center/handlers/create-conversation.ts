import type { conversation as endpoints } from '../../contract/conversation.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { namedFaults, tagFaults } from '../model/conversation/check.ts';
import { createConversation as store } from '../model/conversation/write.ts';
import { actorOf } from '../model/history.ts';
import { defaultInboxId } from '../model/inbox/read.ts';
import { contactFor } from '../model/mail.ts';
import { spamInboxFor } from '../model/people/spam-sender.ts';
import type { Fault } from '../model/problem.ts';
import { type Calling, one } from './changed.ts';
import { type CheckedCall, checked } from './checked.ts';
import { NAMED } from './concurrent.ts';
import { lookAtMessage, type MailPlan, writeMessage } from './written.ts';

type Create = BodyOf<typeof endpoints.create>;

/** The first message of a new conversation: its mail, and its faults. */
async function lookAtFirst(
  call: Calling & Pick<CheckedCall<typeof endpoints.create>, 'body' | 'wrong' | 'mailOut'>,
  inboxId: number,
): Promise<{ readonly plan?: MailPlan; readonly faults: readonly Fault[] }> {
  const { message, contacts = [], title = '' } = call.body;
  if (message === undefined) return { faults: [] };
  const origin = { id: null, inbox_id: inboxId, requester_id: contacts[0] ?? null, title };
  const { plan, faults } = await lookAtMessage(call, origin, message, new Set());
  const isNobodys = call.caller.kind !== 'agent' && contacts.length === 0;
  return {
    plan,
    faults: [
      ...(isNobodys ? [['contacts', 'is required: the first contact is who wrote the message'] as const] : []),
      ...faults.map(([path, why]): Fault => [`message.${path}`, why]),
    ],
  };
}

/** Its contacts; of one that an agent begins, without them the first person in To. */
async function contactsOf(call: Calling, { contacts = [], message }: Create): Promise<readonly number[]> {
  const [first] = message?.to ?? [];
  if (contacts.length > 0 || first === undefined || call.caller.kind !== 'agent') return contacts;
  return [await contactFor(call, { name: first.name || first.email, email: first.email })];
}

/** Creates a conversation, perhaps with its first message. */
export const createConversationHandler = checked<typeof endpoints.create>(NAMED)(
  async call => {
    const { body, caller } = call;
    const isInboxWrong = call.wrong.has('inbox_id');
    const [requester] = caller.kind === 'agent' ? [] : (body.contacts ?? []);
    const inboxId = body.inbox_id ?? (await spamInboxFor(call.db, requester)) ?? (await defaultInboxId(call.db));
    const named = { ...body, inbox_id: isInboxWrong ? undefined : inboxId, isInboxWrong };
    const nobodys = [{ assign_to: null, inbox_id: inboxId }];
    const wrong = [...tagFaults({ tags: body.tags }), ...(await namedFaults(call, caller, named, nobodys))];
    const isInboxSeen = !isInboxWrong && wrong.every(([path]) => path !== 'inbox_id');
    const { plan, faults } = isInboxSeen ? await lookAtFirst(call, inboxId) : { faults: [] };
    return { inboxId, plan, faults: [...wrong, ...faults] };
  },
  async (call, { inboxId, plan }) => {
    const { title, tags = [], conversation_status_id: statusId, assign_to: assignTo, message } = call.body;
    const contactIds = await contactsOf(call, call.body);
    const given = { title, inboxId, statusId, assignTo, tags, contactIds };
    const row = await store(call, given, actorOf(call));
    if (message) await writeMessage(call, row, message, { plan, contactId: row.requester_id });
    return one(call, row.id);
  },
);
