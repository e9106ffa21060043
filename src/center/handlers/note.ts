import type { note as endpoints } from '../../contract/note.ts';
import { requireConversation } from '../model/access.ts';
import { attachmentFaults } from '../model/conversation/check.ts';
import { lockConversation } from '../model/conversation/row.ts';
import { actorOf } from '../model/history.ts';
import { openPage } from '../model/listing/paging.ts';
import { addNote, changeNote, listNotes, readNote, removeNote, requireNote } from '../model/message/note.ts';
import { type Fault, Problem } from '../model/problem.ts';
import type { Handlers } from './call.ts';
import { checked } from './checked.ts';

export const note: Handlers['note'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listNotes(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  add: checked<typeof endpoints.add>()(
    async call => {
      const { id } = await lockConversation(call, call.params.conversation_id, call.caller);
      const { details = '', attachments = [] } = call.body;
      const isEmpty = call.wrong.size === 0 && details.trim() === '' && attachments.length === 0;
      const empty: Fault[] = isEmpty ? [['details', 'is required where there is no attachment']] : [];
      return { id, faults: [...empty, ...(await attachmentFaults(call, call.caller, attachments))] };
    },
    async (call, { id: conversationId }) => {
      const { details = '', attachments: attachmentIds = [] } = call.body;
      const id = await addNote(call, { conversationId, details, attachmentIds }, actorOf(call));
      return { data: await readNote(call.db, id) };
    },
  ),
  update: async call => {
    const { id: conversationId } = await lockConversation(call, call.params.conversation_id, call.caller);
    const before = await requireNote(call.db, conversationId, call.params.note_id);
    const { caller } = call;
    if (!caller.seesAll && before.agent_id !== caller.agentId)
      throw new Problem('forbidden', 'Only its author and admins may change a note.');
    await changeNote(call, before, call.body.details, actorOf(call));
    return { data: await readNote(call.db, before.id) };
  },
  remove: async call => {
    const { id } = await lockConversation(call, call.params.conversation_id, call.caller);
    await removeNote(call, id, call.params.note_id, actorOf(call));
    return undefined;
  },
};
