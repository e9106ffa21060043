import { requireConversation } from '../access.ts';
import { actorOf } from '../actor.ts';
import type { Handlers } from '../call.ts';
import { openPage } from '../paging.ts';
import { invalid } from '../problem.ts';
import { checkAttachments } from '../storage/conversation-check.ts';
import { lockConversation } from '../storage/conversation-row.ts';
import { addNote, listNotes, readNote, removeNote } from '../storage/note.ts';

export const note: Handlers['note'] = {
  list: async call => {
    const { id } = await requireConversation(call.db, call.caller, call.params.conversation_id);
    return listNotes(call.db, id, call.query, openPage(call, 'created_at.asc'));
  },
  add: async call => {
    const { id: conversationId } = await lockConversation(call, call.params.conversation_id, call.caller);
    const { details = '', attachments: attachmentIds = [] } = call.body;
    if (details.trim() === '' && attachmentIds.length === 0)
      throw invalid(['details', 'is required where there is no attachment']);
    await checkAttachments(call, call.caller, attachmentIds);
    const id = await addNote(call, { conversationId, details, attachmentIds }, actorOf(call));
    return { data: await readNote(call.db, id) };
  },
  remove: async call => {
    const { id } = await lockConversation(call, call.params.conversation_id, call.caller);
    await removeNote(call, id, call.params.note_id, actorOf(call));
    return undefined;
  },
};
