import type { ApiError } from '../../client/api-error.ts';
import type { ListReply } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { startQueries } from '../../contract/start.ts';
import { type Attempt, attempt } from '../calls/attempt.ts';
import type { Desk, Read } from '../desk.ts';
import { byTime } from '../query/order.ts';
import type { Conversation, Earlier, Message, Note, Thread } from '../world.ts';

type Page = Awaited<ReturnType<Client['message']['list']>>;

/** Over a quick link: many messages, each as long as the help center lists it. */
const QUICK = { limit: 100 };
/** Over any other: about as much as a screen or two of each, so that the newest are here in some seconds. */
const { limit, body_limit } = startQueries.messages;
const SPARING = { limit, body_limit };

/** Reads a page of messages, the newest first; over a slow link a short one, of the beginnings of long messages. */
export async function readMessagePage(
  desk: Desk,
  conversationId: number,
  lane: { readonly signal: AbortSignal; readonly isBackground?: true },
  { cursor, after }: { readonly cursor?: string; readonly after?: number | undefined } = {},
): Promise<Attempt<Page>> {
  const isAtHand = desk.client.atStart.threadAtHand() === conversationId;
  const form = desk.contact.isQuick() && !isAtHand ? QUICK : SPARING;
  const query = { ...form, fields: 'list' as const, sort: 'created_at.desc' as const, after_id: after, cursor };
  return attempt(desk.client.message.list({ params: { conversation_id: conversationId }, query, ...lane }));
}

/** The messages of an answer, which may be cut, with the known parts of their texts. */
function withKnownParts(known: readonly Message[], messages: readonly Message[]): readonly Message[] {
  if (!messages.some(({ truncated }) => truncated)) return messages;
  const formers = new Map(known.map(message => [message.id, message]));
  return messages.map(message => withKnownPart(formers.get(message.id), message));
}

function withKnownPart(former: Message | undefined, message: Message): Message {
  const isMore = former !== undefined && former.body_text.length > message.body_text.length;
  if (!message.truncated || !isMore || !former.body_text.startsWith(message.body_text)) return message;
  const { body_text, truncated, body_end, body_length } = former;
  return { ...message, body_text, truncated, body_end, body_length };
}

/** How a part of a conversation is asked for. */
interface ThreadReadOptions {
  readonly signal: AbortSignal;
  readonly isBackground?: true;
  /** Only entries with a greater id. */
  readonly after?: number | undefined;
}
type ReadNotes = Pick<ListReply<Note>, 'data'>;
type Timed = Pick<Message, 'id' | 'created_at'>;

/** Nothing was asked for, because nothing can be there. */
export const NOTHING_NEW: Attempt<Newest & ReadNotes> = { value: { messages: [], nextCursor: null, data: [] } };

/** The newest messages of a conversation. */
export interface Newest {
  readonly messages: readonly Message[];
  readonly nextCursor: string | null;
  /** The requester's earlier conversations, if there are any. */
  readonly earlier?: Earlier | undefined;
  /** The conversation, if it was read too. */
  readonly conversation?: Conversation;
  /** The messages were in the conversation itself: this help center has no list of them. */
  readonly isInside?: boolean;
}

/** The newest messages; from the conversation's own answer if the help center has no list of them. */
export async function readMessages(
  desk: Desk,
  id: number,
  { after, ...read }: ThreadReadOptions,
): Promise<Attempt<Newest>> {
  if (typeof desk.world().offers.messages === 'string') return readInside(desk, id, read);
  const list = await readMessagePage(desk, id, read, { after });
  if ('value' in list) {
    const messages = withKnownParts(desk.world().base.threads.get(id)?.messages ?? [], list.value.data);
    return { value: { messages, nextCursor: list.value.nextCursor, earlier: list.value.meta?.earlier } };
  }
  return list.error.isMissing ? readInside(desk, id, read, list.error) : list;
}

/** The messages in the conversation itself. `absent`: why their list was not read; a web page proves nothing. */
async function readInside(
  desk: Desk,
  id: number,
  read: Pick<Read, 'signal'>,
  absent?: ApiError,
): Promise<Attempt<Newest>> {
  const own = await attempt(desk.client.conversation.get({ params: { conversation_id: id }, signal: read.signal }));
  if ('error' in own) return own;
  const { messages, ...conversation } = own.value.data;
  const isProved = absent === undefined || absent.isAbsent;
  if (!isProved && messages === undefined) return { error: absent };
  return { value: { messages: messages ?? [], nextCursor: null, conversation, isInside: isProved } };
}

/** Reads the notes of a conversation. */
export function readNotes(
  { client }: Desk,
  id: number,
  { after, ...read }: ThreadReadOptions,
): Promise<Attempt<ReadNotes>> {
  const query = { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' as const, after_id: after };
  return attempt(client.note.list({ params: { conversation_id: id }, query, ...read }));
}

/** A thread with messages and notes that came since it was read. */
export function withNewer(former: Thread, newest: Newest, notes: Attempt<ReadNotes>): Thread {
  const { isCached: _, ...known } = former;
  const found = 'value' in notes ? notes.value.data : [];
  return {
    ...known,
    messages: joined(former.messages, withKnownParts(former.messages, newest.messages)),
    notes: joined(former.notes, found),
  };
}

function joined<Part extends Timed>(known: readonly Part[], found: readonly Part[]): readonly Part[] {
  const isFound = new Set(found.map(({ id }) => id));
  return [...known.filter(({ id }) => !isFound.has(id)), ...found].sort(byTime);
}

/** A thread with its newest messages and its notes as just read. */
export function threadFrom(former: Thread, newest: Newest, notes: readonly Note[], asOf: number): Thread {
  const messages = [...withKnownParts(former.messages, newest.messages)].sort(byTime);
  const first = messages[0];
  // Earlier messages that were read before stay; they end where the newest ones begin.
  const hasEarlier = first !== undefined && newest.nextCursor !== null;
  const earlier = hasEarlier ? former.messages.filter(message => byTime(message, first) < 0) : [];
  const { isCached: _, earlier: __, ...known } = former;
  return {
    ...known,
    ...(newest.earlier && { earlier: newest.earlier }),
    messages: [...earlier, ...messages],
    notes: [...notes].sort(byTime),
    nextCursor: earlier.length > 0 ? former.nextCursor : newest.nextCursor,
    asOf,
  };
}
