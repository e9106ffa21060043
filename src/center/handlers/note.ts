import { isBlank } from '../../contract/blank.ts';
import type { note as endpoints } from '../../contract/note.ts';
import { requireConversation } from '../model/access.ts';
import { agentFaults, attachmentFaults } from '../model/conversation/check.ts';
import { type ConversationRecord, lockConversation } from '../model/conversation/row.ts';
import { actorOf } from '../model/history.ts';
import { openPage } from '../model/listing/paging.ts';
import { addNote, changeNote, listNotes, readNote, removeNote, requireNote } from '../model/message/note.ts';
import { type Fault, Problem, refuseFaults } from '../model/problem.ts';
import type { Work } from '../model/work.ts';
import type { Call, Handlers } from './call.ts';
import { checked } from './checked.ts';
import { concurrent, NAMED } from './concurrent.ts';

/** A mention must reach an enabled agent who sees the inbox. */
async function mentionFaults(
  work: Work,
  { inbox_id }: ConversationRecord,
  ids: readonly number[] = [],
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [at, id] of ids.entries())
    faults.push(
      ...(await agentFaults(
        work,
        { assign_to: id, isInboxKnown: true },
        [{ assign_to: null, inbox_id }],
        `mentions.${at}`,
      )),
    );
  return faults;
}

export const noteHandlers: Handlers['note'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listNotes(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  add: checked<typeof endpoints.add>(NAMED)(
    async call => {
      const row = await lockConversation(call, call.params.conversation_id, call.caller);
      const { details = '', attachments = [] } = call.body;
      const isEmpty = call.wrong.size === 0 && isBlank(details) && attachments.length === 0;
      const empty: Fault[] = isEmpty ? [['details', 'is required where there is no attachment']] : [];
      const faults = [...empty, ...(await attachmentFaults(call, call.caller, attachments))];
      return { id: row.id, faults: [...faults, ...(await mentionFaults(call, row, call.body.mentions))] };
    },
    async (call, { id: conversationId }) => {
      const { details = '', attachments: attachmentIds = [], mentions = [] } = call.body;
      const id = await addNote(call, { conversationId, details, attachmentIds, mentions }, actorOf(call));
      return { data: await readNote(call.db, id) };
    },
  ),
  update: concurrent(async (call: Call<typeof endpoints.update>) => {
    const row = await lockConversation(call, call.params.conversation_id, call.caller);
    const before = await requireNote(call.db, row.id, call.params.note_id);
    const { caller } = call;
    if (!caller.seesAll && before.agent_id !== caller.agentId)
      throw new Problem('forbidden', 'Only its author and admins may change a note.');
    refuseFaults(await mentionFaults(call, row, call.body.mentions));
    await changeNote(call, before, call.body, actorOf(call));
    return { data: await readNote(call.db, before.id) };
  }),
  remove: async call => {
    const { id } = await lockConversation(call, call.params.conversation_id, call.caller);
    await removeNote(call, id, call.params.note_id, actorOf(call));
    return undefined;
  },
};
