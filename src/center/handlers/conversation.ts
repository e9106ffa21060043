import type { conversation as endpoints } from '../../contract/conversation.ts';
import type { BodyOf, Endpoint } from '../../contract/endpoint.ts';
import type { Db } from '../database/tables.ts';
import {
  checkVersions,
  contactFault,
  countFaults,
  idFaults,
  lockAll,
  namedFaults,
  pathIn,
  type ReferencedIds,
  tagFaults,
  type VersionsById,
  versionFaults,
} from '../model/conversation/check.ts';
import { addContact, removeContact } from '../model/conversation/contact.ts';
import { followConversation, unfollow } from '../model/conversation/follow.ts';
import { mergeConversations, withMergedInto } from '../model/conversation/merge.ts';
import type { ConversationChange } from '../model/conversation/plan.ts';
import { readConversation } from '../model/conversation/read.ts';
import { type ConversationRecord, lockConversation, lockConversations } from '../model/conversation/row.ts';
import { snoozeFaults, snoozeIn } from '../model/conversation/snooze.ts';
import { splitConversation, splitFaults } from '../model/conversation/split.ts';
import { readNothing, readUpTo } from '../model/conversation/unread.ts';
import { changeRows } from '../model/conversation/update.ts';
import { conversationEtag } from '../model/etag.ts';
import { actorOf } from '../model/history.ts';
import { listConversations } from '../model/listing/list.ts';
import { openPage } from '../model/listing/paging.ts';
import { readMergeMessages } from '../model/message/list.ts';
import { invalid, notFound, refuseFaults } from '../model/problem.ts';
import { readTransaction } from '../model/transaction.ts';
import type { Call, Handlers, LooseCall } from './call.ts';
import { type Calling, many, one } from './changed.ts';
import { checked } from './checked.ts';
import { concurrent, NAMED } from './concurrent.ts';
import { createConversationHandler } from './create-conversation.ts';

interface Fields extends ReferencedIds {
  readonly title?: string;
  readonly disable_rating?: boolean;
  readonly archived?: boolean;
  readonly undo?: boolean;
  readonly snooze?: BodyOf<typeof endpoints.update>['snooze'];
}

function changeOf({ caller }: Calling, body: Fields): ConversationChange {
  return {
    title: body.title,
    statusId: body.conversation_status_id,
    inboxId: body.inbox_id,
    isUndo: body.undo,
    assignTo: body.assign_to,
    disableRating: body.disable_rating,
    archived: body.archived,
    snooze: snoozeIn(body.snooze, caller.agentId),
  };
}

/** A concurrent call on the one conversation in its path: locks it, changes it, returns it. */
function onOne<E extends Endpoint>(change: (call: Call<E>, row: ConversationRecord) => Promise<unknown>) {
  return concurrent(async (call: Call<E>) => {
    const { conversation_id: id } = call.params as unknown as { conversation_id: number };
    const row = await lockConversation(call, id, call.caller);
    await change(call, row);
    return one(call, id);
  });
}

interface Merge {
  readonly ids: readonly number[];
  /** The field that contains them; empty if they are the body. */
  readonly path: string;
  readonly versions: VersionsById;
}

function mergeOf(body: BodyOf<typeof endpoints.merge>): Merge {
  if (Array.isArray(body)) return { ids: [...new Set(body)], path: '', versions: {} };
  const { if_versions: versions = {} } = body;
  const path = 'conversation_ids' in body ? 'conversation_ids' : 'Conversation_ids';
  const ids = 'conversation_ids' in body ? body.conversation_ids : body.Conversation_ids;
  return { ids: [...new Set(ids)], path, versions };
}

function requireOther(target: number, { ids, path }: { ids: readonly number[]; path: string }): void {
  const at = ids.indexOf(target);
  if (at >= 0) throw invalid([pathIn(path, at), 'a conversation cannot be merged into itself']);
}

type Calls = Handlers['conversation'];

interface OnMany {
  readonly conversation_ids?: readonly number[];
  readonly if_versions?: VersionsById;
}

/** The conversations of a bulk call, locked, unless their ids themselves are at fault. */
async function lockNamed(call: Calling, { conversation_ids: ids, if_versions: versions = {} }: OnMany) {
  if (ids === undefined) return { faults: [], rows: [] };
  const faults = [...idFaults(ids), ...versionFaults(versions, ids)];
  return { faults, rows: faults.length > 0 ? [] : await lockAll(call, call.caller, ids) };
}

/** Changes the conversations of a bulk call, if each has the version that the call expects. */
function changeMany(
  call: Calling & { readonly body: OnMany },
  rows: readonly ConversationRecord[],
  change: ConversationChange,
) {
  checkVersions(call.body.if_versions ?? {}, rows);
  return changeRows(call, rows, change, actorOf(call));
}

const massUpdate = checked<typeof endpoints.massUpdate>(NAMED)(
  async call => {
    const { added_tags, deleted_tags, ...body } = call.body;
    const { faults, rows } = await lockNamed(call, body);
    const named = { ...body, isInboxWrong: call.wrong.has('inbox_id') };
    const more = await namedFaults(call, call.caller, named, rows);
    const later = snoozeFaults(body, rows, call.now, ({ id }) =>
      pathIn('conversation_ids', body.conversation_ids!.indexOf(id)),
    );
    return { rows, faults: [...faults, ...tagFaults({ added_tags, deleted_tags }), ...more, ...later] };
  },
  async (call, { rows }) => {
    const { conversation_ids: ids, added_tags: addedTags, deleted_tags: deletedTags, ...body } = call.body;
    await changeMany(call, rows, { ...changeOf(call, body), addedTags, deletedTags });
    return many(call, ids);
  },
);

async function lookAtTags(call: Calling & { readonly body: OnMany & { readonly tags?: readonly string[] } }) {
  const { faults, rows } = await lockNamed(call, call.body);
  return { rows, faults: [...faults, ...tagFaults({ tags: call.body.tags })] };
}

const merge = (async call => {
  const { conversation_id: id } = call.params;
  const { versions, ...sources } = mergeOf(call.body);
  refuseFaults([...countFaults(sources.ids, sources.path), ...versionFaults(versions, [id, ...sources.ids])]);
  // Locked all at once and in order, so that two merges that race cannot wait for each other.
  await lockConversations(call, [id, ...sources.ids]);
  const target = await lockConversation(call, id, call.caller);
  requireOther(id, sources);
  const rows = await lockAll(call, call.caller, sources.ids, sources.path);
  checkVersions(versions, [target, ...rows]);
  await mergeConversations(call, target, rows, actorOf(call));
  return one(call, id);
}) satisfies Calls['merge'];

/** A message that is named twice counts once. */
function splitOf({
  title = '',
  message_ids: messages = [],
  note_ids: notes = [],
}: Partial<BodyOf<typeof endpoints.split>>) {
  return { title, messageIds: [...new Set(messages)], noteIds: [...new Set(notes)] };
}

const split = checked<typeof endpoints.split>(NAMED)(
  async call => {
    const row = await lockConversation(call, call.params.conversation_id, call.caller);
    const named = splitOf(call.body);
    return { row, faults: call.wrong.size > 0 ? [] : await splitFaults(call, row, named) };
  },
  async (call, { row }) => one(call, await splitConversation(call, row, splitOf(call.body), actorOf(call))),
);

/** The most frequent read takes one statement without a transaction; only merged-away conversations need more. */
async function get(call: LooseCall<typeof endpoints.get>) {
  const { conversation_id: id } = call.params;
  const find = async (db: Db) => {
    const data = await readConversation(db, call.caller, id);
    if (!data) throw notFound('conversation');
    return { data, etag: conversationEtag(data) };
  };
  const reply = await find(call.context.store.reader);
  if (reply.data.merged_into === null) return { reply };
  return readTransaction(call.context, async ({ db }) => {
    const { data, etag } = await find(db);
    return { reply: { data: { ...data, messages: await readMergeMessages(db, id) }, etag } };
  });
}

export const conversationHandlers: Calls = {
  list: call => listConversations(call, call.query, call.caller, openPage(call, 'last_message_at.desc')),
  create: createConversationHandler,
  massUpdate,
  get: { loose: get },
  update: checked<typeof endpoints.update>(NAMED)(
    async call => {
      const row = await lockConversation(call, call.params.conversation_id, call.caller);
      const named = { ...call.body, isInboxWrong: call.wrong.has('inbox_id') };
      const faults = await namedFaults(call, call.caller, named, [row]);
      return { row, faults: [...faults, ...snoozeFaults(call.body, [row], call.now, () => 'snooze')] };
    },
    async (call, { row }) => {
      await changeRows(call, [row], changeOf(call, call.body), actorOf(call));
      return one(call, row.id);
    },
  ),
  merge: concurrent(merge, named => work => withMergedInto(work, named)),
  split,
  read: onOne((call, row) => {
    const { message_id: messageId, unread: isUnread = messageId === null } = call.body;
    if (isUnread && messageId) throw invalid(['unread', 'cannot be true beside a message_id']);
    return isUnread ? readNothing(call, call.caller, row) : readUpTo(call, call.caller, row, messageId ?? undefined);
  }),
  // Only an agent may call either.
  follow: onOne((call, row) => followConversation(call, row.id, call.caller.agentId!)),
  unfollow: concurrent(async call => {
    const row = await lockConversation(call, call.params.conversation_id, call.caller);
    await unfollow(call, row.id, call.caller.agentId!);
    return undefined;
  }),
  archive: onOne((call, row) => changeRows(call, [row], { archived: true }, actorOf(call))),
  restore: onOne((call, row) => changeRows(call, [row], { archived: false }, actorOf(call))),
  addAgent: onOne(async (call, row) => {
    refuseFaults(await namedFaults(call, call.caller, { assign_to: call.body.agent_id }, [row], 'agent_id'));
    await changeRows(call, [row], { assignTo: call.body.agent_id }, actorOf(call));
  }),
  addContact: async call => {
    const row = await lockConversation(call, call.params.conversation_id, call.caller);
    refuseFaults(await contactFault(call, call.caller, call.body.contact_id));
    await addContact(call, row.id, call.body.contact_id, actorOf(call));
    return one(call, row.id);
  },
  removeContact: async call => {
    const row = await lockConversation(call, call.params.conversation_id, call.caller);
    await removeContact(call, row, call.params.contact_id, actorOf(call));
    return undefined;
  },
  addTag: onOne((call, row) => changeRows(call, [row], { addedTags: [call.body.name] }, actorOf(call))),
  addTags: checked<typeof endpoints.addTags>(NAMED)(lookAtTags, async (call, { rows }) => {
    await changeMany(call, rows, { addedTags: call.body.tags });
    return many(call, call.body.conversation_ids);
  }),
  removeTags: checked<typeof endpoints.removeTags>(NAMED)(lookAtTags, async (call, { rows }) => {
    await changeMany(call, rows, { deletedTags: call.body.tags });
    return undefined;
  }),
};
