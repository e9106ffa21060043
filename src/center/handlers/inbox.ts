import type { Endpoint } from '../../contract/endpoint.ts';
import type { inbox as endpoints } from '../../contract/inbox.ts';
import type { Row } from '../database/tables.ts';
import { requireInbox } from '../model/access.ts';
import { actorOf } from '../model/history.ts';
import { addEmail, changeEmail, emailFaults, removeEmail, replaceEmails } from '../model/inbox/email.ts';
import {
  addMember,
  endSubscription,
  keepSubscription,
  memberFaults,
  removeMember,
  replaceMembers,
} from '../model/inbox/member.ts';
import { moveInbox, placeInboxes } from '../model/inbox/position.ts';
import { allInboxIds, emailAnswer, inboxAnswers, inboxReply, inboxTouched, listInboxes } from '../model/inbox/read.ts';
import { removeInbox } from '../model/inbox/remove.ts';
import { changeInbox, createInbox } from '../model/inbox/settings.ts';
import { wrongTarget } from '../model/inbox/target.ts';
import { openPage, timeBounds } from '../model/listing/paging.ts';
import { changingAccess } from '../model/people/access-change.ts';
import { dropUnwantedMail } from '../model/people/subscription-mail.ts';
import { type Fault, invalid, notFound } from '../model/problem.ts';
import type { Call, Handlers } from './call.ts';
import { checked } from './checked.ts';

async function savedId(call: Call<typeof endpoints.save>, before: Row<'inbox'> | undefined): Promise<number> {
  if (!before) return createInbox(call, { ...call.body, name: call.body.name! }, call.settings.inboxLimit);
  await changeInbox(call, before, call.body);
  return before.id;
}

const save = checked<typeof endpoints.save>()(
  async call => {
    const { id, name, emails = [], team_ids, agent_ids } = call.body;
    const before = id === undefined ? undefined : await requireInbox(call.db, call.caller, id);
    const isNameless = id === undefined && name === undefined && !call.wrong.has('id') && !call.wrong.has('name');
    const faults: Fault[] = [
      ...(isNameless ? [['name', 'is required'] as const] : []),
      ...wrongTarget(call.body, before, call.wrong),
      ...emailFaults(emails),
      ...(await memberFaults(call.db, 'team', team_ids)),
      ...(await memberFaults(call.db, 'agent', agent_ids)),
    ];
    return { before, faults };
  },
  async (call, { before }) => {
    const { emails, team_ids, agent_ids } = call.body;
    const id = await savedId(call, before);
    if (emails) await replaceEmails(call.db, id, emails);
    await changingAccess(call, before && (team_ids || agent_ids) ? [id] : [], async () => {
      if (team_ids) await replaceMembers(call, 'team', id, team_ids);
      if (agent_ids) await replaceMembers(call, 'agent', id, agent_ids);
    });
    if (before && (emails || team_ids || agent_ids)) await inboxTouched(call, id);
    return { ...(await inboxReply(call.db, call.caller, id)), created: !before };
  },
);

async function bulkSort(call: Call<typeof endpoints.bulkSort>) {
  const given = call.body.inboxes;
  const doubled = (['id', 'sort'] as const).flatMap(name => {
    const again = [...given.keys()].filter(at => given.findIndex(one => one[name] === given[at]![name]) < at);
    return again.map(at => [`inboxes.${at}.${name}`, 'is given twice'] as const);
  });
  if (doubled.length > 0) throw invalid(...doubled);
  const known = new Set(await allInboxIds(call.db));
  const unknown = [...given.entries()].filter(([, { id }]) => !known.has(id));
  if (unknown.length > 0)
    throw notFound(
      'inbox',
      unknown.map(([at, { id }]) => ({ path: `inboxes.${at}.id`, message: `there is no inbox ${id}` })),
    );
  await placeInboxes(call, given);
  const page = openPage({ ...call, query: {} }, 'sort.asc', 'whole');
  const list = await listInboxes(call.db, call.caller, page, []);
  return { data: await inboxAnswers(call.db, call.caller, list.rows), nextCursor: null };
}

/** A call on the inbox in its path, which the caller must see. */
function onInbox<E extends Endpoint, Done>(run: (call: Call<E>, inbox: Row<'inbox'>) => Promise<Done>) {
  return async (call: Call<E>) => {
    const { inbox_id: id } = call.params as unknown as { inbox_id: number };
    return run(call, await requireInbox(call.db, call.caller, id));
  };
}

/** The same for a call that changes the inbox and returns it as it is then. */
function changing<E extends Endpoint>(change: (call: Call<E>, id: number) => Promise<unknown>) {
  return onInbox<E, Awaited<ReturnType<typeof inboxReply>>>(async (call, { id }) => {
    await change(call, id);
    return inboxReply(call.db, call.caller, id);
  });
}

/** The same for a call that takes something away and returns nothing. */
function taking<E extends Endpoint>(take: (call: Call<E>, id: number) => Promise<unknown>) {
  return onInbox<E, undefined>(async (call, { id }) => {
    await take(call, id);
    return undefined;
  });
}

export const inboxHandlers: Handlers['inbox'] = {
  create: checked<typeof endpoints.create>()(
    async call => ({ faults: wrongTarget(call.body, undefined, call.wrong) }),
    async call => inboxReply(call.db, call.caller, await createInbox(call, call.body, call.settings.inboxLimit)),
  ),
  save,
  list: async call => {
    const page = openPage(call, 'sort.asc', 'whole');
    const { rows, nextCursor } = await listInboxes(call.db, call.caller, page, timeBounds(call.query));
    return { data: await inboxAnswers(call.db, call.caller, rows), nextCursor };
  },
  get: onInbox((call, { id }) => inboxReply(call.db, call.caller, id)),
  update: checked<typeof endpoints.update>()(
    async call => {
      const before = await requireInbox(call.db, call.caller, call.params.inbox_id);
      return { before, faults: wrongTarget(call.body, before, call.wrong) };
    },
    async (call, { before }) => {
      await changeInbox(call, before, call.body);
      return inboxReply(call.db, call.caller, before.id);
    },
  ),
  remove: onInbox(async (call, row) => {
    await removeInbox(call, row, actorOf(call));
    return undefined;
  }),
  addEmail: onInbox(async (call, { id }) => {
    const row = await addEmail(call.db, id, call.body);
    await inboxTouched(call, id);
    return { data: emailAnswer(row) };
  }),
  updateEmail: onInbox(async (call, { id }) => {
    const row = await changeEmail(call.db, id, call.params.email_id, call.body);
    await inboxTouched(call, id);
    return { data: emailAnswer(row) };
  }),
  removeEmail: taking(async (call, id) => {
    await removeEmail(call.db, id, call.params.email_id);
    await inboxTouched(call, id);
  }),
  addTeam: changing((call, id) => addMember(call, 'team', id, call.body.team_id)),
  removeTeam: taking((call, id) => removeMember(call, 'team', id, call.params.team_id)),
  addAgent: changing((call, id) => addMember(call, 'agent', id, call.body.agent_id)),
  removeAgent: taking((call, id) => removeMember(call, 'agent', id, call.params.agent_id)),
  sort: changing((call, id) => moveInbox(call, id, call.body.sort)),
  bulkSort,
  subscribe: changing((call, id) => keepSubscription(call.db, id, call.caller.agentId!)),
  unsubscribe: taking(async (call, id) => {
    await endSubscription(call.db, id, call.caller.agentId!);
    await dropUnwantedMail(call);
  }),
};
