import type { Desk } from '../context.ts';
import type { Conversation, Thread } from '../world.ts';

/** What of a thread must be read. */
export interface ThreadPlan {
  readonly messages: 'read' | 'none';
  readonly notes: 'read' | 'none';
  /** Only what came since is read, and put to what is there. */
  readonly isNewer?: true;
  /** Only what was created after these times; milliseconds. */
  readonly messagesAfter?: number;
  readonly notesAfter?: number;
}

/** Reads everything. */
export const WHOLE: ThreadPlan = { messages: 'read', notes: 'read' };
const NOTHING: ThreadPlan = { messages: 'none', notes: 'none' };

/** A row that was read so recently tells whether there are notes; later ones come with the next read of the list. */
const RECENT_MS = 15_000;
/** Times in answers have no fractions, and what is asked for is later than a whole second. */
const SECOND_MS = 1_000;

/** Whether nothing must be read. */
export function isFresh({ messages, notes }: ThreadPlan): boolean {
  return messages === 'none' && notes === 'none';
}

/** Plans what to read of a conversation: nothing of a version that is here already, if its row is current. */
export function planThread({ world, cache, now }: Desk, id: number): ThreadPlan {
  const { base, isLive, list } = world();
  const row = base.conversations.get(id);
  const thread = base.threads.get(id);
  if (!row || cache.isOwn(row)) return WHOLE;
  if (isLive && thread?.version != null && row.version !== null)
    return thread.version === row.version ? NOTHING : newerPlan(thread, row);
  const isRecent = list.asOf !== null && now() - list.asOf < RECENT_MS && list.ids.includes(id);
  return (isLive || isRecent) && row.note_count === 0 ? { messages: 'read', notes: 'none' } : WHOLE;
}

/** If each step of the version is a new message or note, only these are read. */
function newerPlan(thread: Thread, row: Conversation): ThreadPlan {
  const messages = (row.message_count ?? 0) - thread.messages.length;
  const notes = (row.note_count ?? 0) - thread.notes.length;
  const steps = row.version! - thread.version!;
  const isKnown = thread.nextCursor === null && messages >= 0 && notes >= 0 && messages + notes === steps;
  if (!isKnown) return row.note_count === 0 ? { messages: 'read', notes: 'none' } : WHOLE;
  return {
    isNewer: true,
    messages: messages > 0 ? 'read' : 'none',
    notes: notes > 0 ? 'read' : 'none',
    ...after('messagesAfter', thread.messages),
    ...after('notesAfter', thread.notes),
  };
}

function after(name: 'messagesAfter' | 'notesAfter', known: readonly { readonly created_at: number | null }[]) {
  const last = known.at(-1)?.created_at ?? null;
  return last === null ? {} : { [name]: last - SECOND_MS };
}

/** Whether a thread has as many messages and notes as its row says. */
export function isCounted({ messages, notes }: Thread, row: Conversation | undefined): boolean {
  return messages.length === row?.message_count && notes.length === row.note_count;
}
