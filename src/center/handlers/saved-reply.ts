import { isBlank } from '../../contract/blank.ts';
import type { savedReply as endpoints } from '../../contract/saved-reply.ts';
import type { Db, Row } from '../database/tables.ts';
import { attachmentFaults } from '../model/conversation/check.ts';
import { savedReplyEtag } from '../model/etag.ts';
import { openPage } from '../model/listing/paging.ts';
import type { Fault } from '../model/problem.ts';
import {
  areActions,
  listSavedReplies,
  putSavedReply,
  removeSavedReply,
  requireSavedReply,
  savedReplyAnswers,
  savedReplyFaults,
} from '../model/saved-reply.ts';
import type { Handlers } from './call.ts';
import { type CheckedCall, checked } from './checked.ts';

type Given = CheckedCall<typeof endpoints.create | typeof endpoints.update>;

async function reply(db: Db, row: Row<'saved_reply'>) {
  const [data] = await savedReplyAnswers(db, [row]);
  return { data: data!, etag: savedReplyEtag(row) };
}

/** The faults of a body that is there in part, and that it would leave nothing to use. */
async function faultsOf(call: Given, before?: Row<'saved_reply'>): Promise<Fault[]> {
  const { body, caller, db, wrong } = call;
  const was = before ? (await savedReplyAnswers(db, [before]))[0] : undefined;
  const { text, attachments, actions } = { ...was, ...body };
  const isEmpty = isBlank(text ?? '') && !attachments?.length && !areActions(actions);
  return [
    ...(isEmpty && wrong.size === 0 ? [['text', 'is required if there is no file and no action'] as const] : []),
    ...(await savedReplyFaults(call, caller, body, before)),
    ...(await attachmentFaults(call, caller, body.attachments)),
  ];
}

export const savedReplyHandlers: Handlers['savedReply'] = {
  list: call => listSavedReplies(call.db, call.caller, openPage(call, 'name.asc', 'whole')),
  get: async call => reply(call.db, await requireSavedReply(call.db, call.caller, call.params.saved_reply_id)),
  create: checked<typeof endpoints.create>()(
    async call => ({ faults: await faultsOf(call) }),
    async call => reply(call.db, await putSavedReply(call, call.caller, call.body)),
  ),
  update: checked<typeof endpoints.update>()(
    async call => {
      const before = await requireSavedReply(call.db, call.caller, call.params.saved_reply_id);
      return { before, faults: await faultsOf(call, before) };
    },
    async (call, { before }) => reply(call.db, await putSavedReply(call, call.caller, call.body, before)),
  ),
  remove: async call => {
    const before = await requireSavedReply(call.db, call.caller, call.params.saved_reply_id);
    await removeSavedReply(call, call.caller, before);
    return undefined;
  },
};
