import type { Desk } from '../desk.ts';
import { lastId } from '../world/thread.ts';
import type { Conversation, Thread, World } from '../world.ts';

/** The parts of a thread that must be read. */
export interface ThreadPlan {
  readonly messages: 'read' | 'none';
  readonly notes: 'read' | 'none';
  /** Only newer entries are read, and added to the known ones. */
  readonly isNewer?: true;
  /** Only entries with greater ids. */
  readonly messagesAfter?: number;
  readonly notesAfter?: number;
}

/** Reads everything. */
export const READ_ALL: ThreadPlan = { messages: 'read', notes: 'read' };
const NOTHING: ThreadPlan = { messages: 'none', notes: 'none' };

/** A row that was read this recently is current; later changes come with the next read of the list. */
const RECENT_MS = 15_000;
/** Whether nothing must be read. */
export function isUpToDate({ messages, notes }: ThreadPlan): boolean {
  return messages === 'none' && notes === 'none';
}

/** Whether the help center has said a row to this desk: also one from the cache, once its list is found unchanged. */
export function isSaid({ world, cache }: Pick<Desk, 'world' | 'cache'>, row: Conversation): boolean {
  return !cache.isOwn(row) || (!world().list.isCached && isOfFirstPage(world(), row.id));
}

/** Whether the help center is just asked if a row from the cache is as it was. */
export function isBeingSaid({ world, cache }: Desk, id: number): boolean {
  const row = world().base.conversations.get(id);
  return row !== undefined && cache.isOwn(row) && world().list.isCached && isOfFirstPage(world(), id);
}

function isOfFirstPage({ list }: World, id: number): boolean {
  const index = list.ids.indexOf(id);
  return index >= 0 && index < list.firstLimit;
}

/** Plans the reads of a conversation: none of a version that is here already, if its row is current. */
export function planThread({ world, cache, client, now }: Desk, id: number): ThreadPlan {
  const { base, isLive, list } = world();
  const row = base.conversations.get(id);
  const thread = base.threads.get(id);
  if (!row || !isSaid({ world, cache }, row)) return READ_ALL;
  const isListed = list.asOf !== null && !list.isCached && list.ids.includes(id);
  const isRecent = isListed && now() - list.asOf < RECENT_MS;
  // At a start the events begin a moment after the list, and tell all that changed since.
  const isToldOf = isLive || (isRecent && (thread?.isCached || client.atStart.isOfOneMoment()));
  if (isToldOf && thread?.version != null && row.version !== null)
    return thread.version === row.version ? NOTHING : newerPlan(thread, row);
  return (isLive || isRecent) && row.note_count === 0 ? { messages: 'read', notes: 'none' } : READ_ALL;
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
  return row.note_count === 0 ? { messages: 'read', notes: 'none' } : READ_ALL;
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

/** Whether a thread has as many messages and notes as its row says, and is another one than before. */
export function isCounted(former: Thread | undefined, now: Thread, row: Conversation | undefined): boolean {
  const states = new Map(former?.messages.map(({ id, delivery }) => [id, delivery?.state]));
  const isOther = now.messages.some(({ id, delivery }) => !states.has(id) || states.get(id) !== delivery?.state);
  const isCount = now.messages.length === row?.message_count && now.notes.length === row.note_count;
  return isCount && (isOther || now.notes.length !== former?.notes.length);
}
