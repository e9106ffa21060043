import * as v from 'valibot';
import type { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import { NoteDetails } from '../../contract/note.ts';
import { Id, MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { type SafeText, safeBlock, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { threadOf } from '../visible.ts';
import type { Note, Visible } from '../world.ts';
import type { Change, ChangeOutcome, SendContext } from './change.ts';
import { onVersion } from './condition.ts';
import { editThread } from './edit-visible.ts';
import { hasWords } from './find-note.ts';
import { OneConversationId } from './ids.ts';
import { mentioning, unheard } from './note-mentions.ts';
import { orRefused } from './send.ts';

const Args = v.object({
  ids: OneConversationId,
  noteId: v.number(),
  details: NoteDetails,
  /** The agents whom it mentions now. */
  mentions: v.optional(v.array(Id)),
  /** The words that the agent saw in it; absent if they are not known. */
  former: v.optional(v.string()),
});
type Args = v.InferOutput<typeof Args>;

function noteIn(visible: Visible, { ids, noteId }: Args): Note | undefined {
  return threadOf(visible, ids[0]!)?.notes.find(({ id }) => id === noteId);
}

function apply(visible: Visible, args: Args): Visible {
  const { ids, noteId, details } = args;
  const note = noteIn(visible, args);
  // A text that is not loaded may be another one: only a new value says so.
  if (!note) return { base: visible.base, patch: { ...visible.patch } };
  if (note.details === safeBlock(details)) return visible;
  return editThread(visible, ids[0]!, thread => ({
    ...thread,
    notes: thread.notes.map(one => (one.id === noteId ? { ...one, details: safeBlock(details) } : one)),
  }));
}

/** The note as the help center has it now; undefined if it has no such note. */
async function readNote(client: Client, { ids, noteId }: Args): Promise<Note | undefined> {
  const query = { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' as const };
  const { data } = await client.note.list({ params: { conversation_id: ids[0]! }, query });
  return data.find(({ id }) => id === noteId);
}

function refused({ ids }: Args, reason: SafeText): ChangeOutcome {
  return { conversations: [], refused: [{ id: ids[0]!, reason }] };
}

/** The outcome of a failure: never overwrites text the agent has not seen. */
async function afterFailure(client: Client, args: Args, error: ApiError): Promise<ChangeOutcome> {
  const isOutdated = error.code === 'precondition_failed';
  if (!isOutdated && !error.isMissing) throw error;
  const note = await readNote(client, args);
  if (!note) return refused(args, t`the note was deleted`);
  const absent = client.capabilities.absence('note.update');
  if (!isOutdated) return { ...refused(args, absent.reason), absent };
  if (hasWords(note, args.details)) return { conversations: [], refused: [] };
  if (args.former !== undefined && !hasWords(note, args.former))
    return refused(args, t`someone else changed the note meanwhile`);
  throw error;
}

async function send(client: Client, args: Args, key: string, { versions }: SendContext): Promise<ChangeOutcome | null> {
  const { ids, noteId, details, mentions } = args;
  if (noteId < 0) return refused(args, t`the note was not added`);
  const params = { conversation_id: ids[0]!, note_id: noteId };
  const sent = await attempt(
    mentioning(client, mentions, key, (named, key) =>
      client.note.update({ params, body: { details, ...named }, key, ...onVersion(versions, ids[0]!) }),
    ),
  );
  if ('error' in sent) return afterFailure(client, args, sent.error);
  const { data } = sent.value;
  return data && { conversations: [], refused: [], ...unheard(client, mentions, data) };
}

/** Changes the text of a note. */
export const noteUpdate: Change<Args> = {
  args: Args,
  apply,
  send: (client, args, key, job) => orRefused(args.ids, () => send(client, args, key, job)),
  check: async (client, args) => {
    const note = await readNote(client, args);
    return note && hasWords(note, args.details) ? { conversations: [], refused: [] } : 'notDone';
  },
  holds: (args, visible) => {
    const note = noteIn(visible, args);
    return note === undefined || hasWords(note, args.details);
  },
  isRepeatable: false,
  undo: (args, before) => {
    const former = noteIn(before, args)?.details ?? args.former;
    const { ids, noteId, details } = args;
    if (former === undefined || former === safeBlock(details)) return [];
    const mentions = noteIn(before, args)?.mentions;
    const named = args.mentions && mentions ? { mentions: [...mentions] } : {};
    return [{ name: 'note.update', args: { ids, noteId, details: former, former: details, ...named } }];
  },
  renamed: (args, from, note) => (args.noteId === from ? { ...args, noteId: note.id } : args),
  written: ({ details }) => ['note', { text: details }],
  title: ({ ids }) => ({ text: t`Changed a note of #${ids[0]!}`, short: t`Changed a note` }),
  refusal: t`Note not changed`,
};
