import type { Desk } from '../context.ts';
import type { Conversation, Thread } from '../world.ts';

/** What of a thread must be read. */
export interface ThreadPlan {
  readonly messages: 'read' | 'none';
  readonly notes: 'read' | 'none';
  /** Only what came since is read, and put to what is there. */
  readonly isNewer?: true;
  /** Only what has greater ids. */
  readonly messagesAfter?: number;
  readonly notesAfter?: number;
}

/** Reads everything. */
export const WHOLE: ThreadPlan = { messages: 'read', notes: 'read' };
const NOTHING: ThreadPlan = { messages: 'none', notes: 'none' };

/** A row that was read so recently tells whether there are notes; later ones come with the next read of the list. */
const RECENT_MS = 15_000;
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

/** If each step of the version is a new message or note, or may be one of a mail of ours, only these are read. */
function newerPlan(thread: Thread, row: Conversation): ThreadPlan {
  const messages = (row.message_count ?? 0) - thread.messages.length;
  const notes = (row.note_count ?? 0) - thread.notes.length;
  const steps = row.version! - thread.version!;
  if (thread.nextCursor === null && messages >= 0 && notes >= 0) {
    if (messages + notes === steps) return newParts(thread, messages > 0, notes > 0);
    const [mail] = thread.messages.filter(({ delivery }) => delivery && MOVING.includes(delivery.state ?? ''));
    if (mail && messages + notes === 0) return { ...newParts(thread, true, false), messagesAfter: mail.id - 1 };
  }
  return row.note_count === 0 ? { messages: 'read', notes: 'none' } : WHOLE;
}

/** The states of a mail that is on its way. */
const MOVING: readonly string[] = ['held', 'queued'];

function newParts({ messages, notes }: Thread, hasMessages: boolean, hasNotes: boolean): ThreadPlan {
  return {
    isNewer: true,
    messages: hasMessages ? 'read' : 'none',
    notes: hasNotes ? 'read' : 'none',
    messagesAfter: lastId(messages),
    notesAfter: lastId(notes),
  };
}

function lastId(parts: readonly { readonly id: number }[]): number {
  return parts.reduce((last, { id }) => Math.max(last, id), 0);
}

/** Whether a thread has as many messages and notes as its row says, and is another one than before. */
export function isCounted(former: Thread | undefined, now: Thread, row: Conversation | undefined): boolean {
  const states = new Map(former?.messages.map(({ id, delivery }) => [id, delivery?.state]));
  const isOther = now.messages.some(({ id, delivery }) => !states.has(id) || states.get(id) !== delivery?.state);
  const isCount = now.messages.length === row?.message_count && now.notes.length === row.note_count;
  return isCount && (isOther || now.notes.length !== former?.notes.length);
}
