import * as v from 'valibot';
import { NoteDetails } from '../../contract/note.ts';
import { Id } from '../../contract/schema.ts';
import { safeBlock, t } from '../../text/safe.ts';
import { AttachedFiles, attachmentIdsOf, draftFileLines, shownFiles, withShown } from '../files/attached-file.ts';
import { threadOf } from '../visible.ts';
import type { Change } from './change.ts';
import { onVersion } from './condition.ts';
import { editConversations, editThread } from './edit-visible.ts';
import { findNote, hasWords } from './find-note.ts';
import { OneConversationId } from './ids.ts';
import { mentioning, unheard } from './note-mentions.ts';
import { newProvisionalId } from './provisional-id.ts';
import { orRefused } from './send.ts';

const Args = v.object({
  ids: OneConversationId,
  details: NoteDetails,
  files: v.optional(AttachedFiles),
  /** The agents whom it mentions. */
  mentions: v.optional(v.array(Id)),
  /** The note's id; negative until the help center has assigned one. */
  noteId: v.optional(v.number()),
  agentId: v.optional(v.nullable(Id)),
  at: v.optional(v.number()),
  /** The notes with the same words that it has already; absent if that is not known. */
  known: v.optional(v.array(Id)),
});

/** Adds an internal note to a conversation. */
export const noteAdd: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  fillIn: (args, world, at) => {
    const notes = threadOf(world, args.ids[0]!)?.notes;
    const known = notes?.filter(note => note.id > 0 && hasWords(note, args.details)).map(note => note.id);
    const noteId = newProvisionalId(world, args.ids[0]!, at);
    return { ...args, noteId, agentId: world.me?.id ?? null, at, ...(known ? { known } : {}) };
  },
  apply: (visible, { ids, details, files = [], noteId = -1, agentId = null, at = null }) => {
    const id = ids[0]!;
    if (threadOf(visible, id)?.notes.some(note => note.id === noteId)) return visible;
    const shown = shownFiles(files, noteId);
    const note = {
      id: noteId,
      conversation_id: id,
      agent_id: agentId,
      details: safeBlock(details),
      attachments: shown.map(file => file.id),
      created_at: at,
    };
    const counted = editConversations(visible, ids, c => ({ ...c, note_count: (c.note_count ?? 0) + 1 }));
    return editThread(counted, id, thread => withShown({ ...thread, notes: [...thread.notes, note] }, shown));
  },
  send: (client, { ids, details, files = [], mentions }, key, { versions }) =>
    orRefused(ids, async () => {
      const body = files.length > 0 ? { details, attachments: attachmentIdsOf(files) } : { details };
      const params = { conversation_id: ids[0]! };
      const { data } = await mentioning(client, mentions, key, (named, key) =>
        client.note.add({ params, body: { ...body, ...named }, key, ...onVersion(versions, ids[0]!) }),
      );
      const isIt = data !== null && hasWords(data, details);
      return isIt ? { conversations: [], refused: [], note: data, ...unheard(client, mentions, data) } : null;
    }),
  check: findNote,
  doubt: t`It is not known whether this note was added.`,
  uploads: true,
  isRepeatable: false,
  undo: ({ ids, noteId }) => [{ name: 'note.remove', args: { ids, noteId } }],
  holds: () => true,
  renamed: (args, from, note) => {
    if (!('details' in note)) return args;
    if (args.noteId === from) return { ...args, noteId: note.id };
    const { known, ids, details } = args;
    const isSame = ids[0] === note.conversation_id && hasWords(note, details);
    return known && isSame ? { ...args, known: [...known, note.id] } : args;
  },
  written: ({ details, files = [] }) => ['note', { text: details, files: draftFileLines(files) }],
  title: ({ ids }) => ({ text: t`Noted on #${ids[0]!}`, short: t`Noted` }),
  refusal: t`Note not added`,
};
