import { excerpt } from '../../text/excerpt.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { SeenVersion } from '../operations/conflict.ts';
import { conversationOf, threadOf } from '../visible.ts';
import { agentName } from '../words/names.ts';
import { lastId } from '../world/thread.ts';
import type { Conversation, Message, Note, Visible, World } from '../world.ts';

/** A conversation as it is now, to compare with the agent's view of it. */
export interface FreshConversation {
  readonly conversation: Conversation;
  /** The newest messages, or those that are loaded; null if they cannot be read. */
  readonly messages: readonly Message[] | null;
  /** The same of the notes; absent if they were not needed. */
  readonly notes?: readonly Note[] | null;
}

/** Others' messages and notes since the agent saw a conversation. */
export interface Wrote {
  /** The beginning of the customer's newest message. */
  readonly customer?: SafeText;
  /** The beginning of a message that is not read yet: the customer or a colleague wrote it. */
  readonly unread?: SafeText;
  /** The answers and notes of colleagues, a line each, oldest first: `Bob noted since: “I called her.”` */
  readonly colleagues: readonly SafeText[];
}

/** The desk's agent; their own messages elsewhere do not count as news. */
export type ReadingAgent = Visible & { readonly me?: World['me'] };

/** Lines about colleagues; older ones are left out. */
const MAX_LINES = 3;

/** The agent's view of these conversations: of their threads, or of the rows of those that are not loaded. */
export function seenOnScreens(world: World, ids: readonly number[]): Record<string, SeenVersion> {
  const isListed = typeof world.offers.notes !== 'string';
  const seen = ids.flatMap(id => {
    const { last_message_at: messageAt, message_count: messages, note_count: notes } = conversationOf(world, id) ?? {};
    if (messageAt === undefined || messages === undefined || notes === undefined) return [];
    const thread = threadOf(world, id);
    if (!thread) return [[id, { messageAt, messages, notes }] as const];
    // The row may be ahead of the thread: its further entries were not on the screen.
    const known = { notes: isListed ? thread.notes.length : notes, noteId: lastId(thread.notes) };
    return [[id, { messageAt, messages: null, messageId: lastId(thread.messages), ...known }] as const];
  });
  return Object.fromEntries(seen);
}

/** Others' messages and notes since in a conversation, as far as it is loaded. */
export function wroteMeanwhile(world: World, id: number, seen: SeenVersion): Wrote {
  const conversation = conversationOf(world, id);
  const { messages = null, notes = null } = threadOf(world, id) ?? {};
  return conversation ? wroteSince(world, seen, { conversation, messages, notes }) : { colleagues: [] };
}

/** Others' messages and notes since the agent saw a conversation. */
export function wroteSince(
  visible: ReadingAgent,
  seen: SeenVersion,
  { conversation, messages, notes }: FreshConversation,
): Wrote {
  const { last_message_at: newestAt, preview } = conversation;
  const isNewer = needsMessages(seen, conversation);
  const news = isNewer ? unseen(seen, messages ?? []).filter(({ automatic }) => !automatic) : [];
  const isUnread =
    isNewer && newestAt !== seen.messageAt && !messages?.some(({ created_at: at }) => at === null || at >= newestAt!);
  const asked = news
    .filter(one => (one.kind === 'contact' || one.author.type === 'contact') && !one.side)
    .sort(byId)
    .at(-1);
  const answers = news
    .filter(({ kind }) => kind === 'agent')
    .map(({ author, ...one }) => ({
      ...author,
      at: one.created_at,
      said: t`${one.side ? t`forwarded` : t`answered`} since: “${excerpt(one.body_text)}”`,
    }));
  const noted = unseenNotes(seen, conversation, notes ?? []).map(one => ({
    id: one.agent_id,
    name: t``,
    at: one.created_at,
    said: t`noted since: “${excerpt(one.details)}”`,
  }));
  const lines = [...answers, ...noted]
    .filter(({ id }) => id === null || id !== visible.me?.id)
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
    .map(({ id, name, said }) => t`${name || (id === null ? t`Somebody` : agentName(visible, id))} ${said}`);
  const isMore =
    notes !== undefined && (conversation.note_count ?? 0) > Math.max(seen.notes ?? Infinity, notes?.length ?? 0);
  const colleagues = [...lines, ...(isMore ? [t`Somebody noted since.`] : [])].slice(-MAX_LINES);
  return {
    ...(asked ? { customer: excerpt(asked.body_text) } : {}),
    ...(isUnread && newestAt !== null ? { unread: preview ?? t`` } : {}),
    colleagues,
  };
}

/** Whether the messages have to be read to know if others wrote: not if none came. */
export function needsMessages(
  seen: SeenVersion | undefined,
  { last_message_at, message_count }: Conversation,
): boolean {
  if (seen === undefined) return false;
  return last_message_at !== seen.messageAt || seen.messages === null || message_count !== seen.messages;
}

/** The same for the notes, if they count. */
export function needsNotes(seen: SeenVersion | undefined, { note_count }: Conversation): boolean {
  return seen?.notes !== undefined && (seen.notes === null || note_count !== seen.notes);
}

/** Without the newest one that was seen, the counts say how many are new. */
function unseenNotes({ noteId, notes: count }: SeenVersion, { note_count }: Conversation, notes: readonly Note[]) {
  if (noteId !== undefined) return notes.filter(({ id }) => id > noteId);
  const more = (note_count ?? 0) - (count ?? note_count ?? 0);
  return more > 0 && count !== undefined ? [...notes].sort(byId).slice(-more) : [];
}

function byId(a: { readonly id: number }, b: { readonly id: number }): number {
  return a.id - b.id;
}

/**
 * The messages after those that the agent saw. Times are whole seconds: of those in the second of the newest one seen,
 * one was seen.
 */
function unseen({ messageId, messageAt }: SeenVersion, messages: readonly Message[]): readonly Message[] {
  if (messageId !== undefined) return messages.filter(({ id }) => id > messageId);
  const last = messageAt ?? Number.NEGATIVE_INFINITY;
  const tied = messages.filter(({ created_at }) => created_at === last);
  const first = tied.reduce<number>((least, { id }) => Math.min(least, id), Number.POSITIVE_INFINITY);
  return messages.filter(({ id, created_at }) => (created_at ?? 0) > last || (created_at === last && id !== first));
}
