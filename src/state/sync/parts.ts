import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { keepPlace } from '../detail/behind.ts';
import { threadOf } from '../visible.ts';
import type { Message, Thread } from '../world.ts';
import { withThread } from './memory.ts';

/** The kind of these reads: there is one at a time. */
export const PARTS = 'parts';

/** The first part that is asked for, and the longest one, in characters. */
const FIRST = 8_192;
const LONGEST = 1_048_576;
/** A part should take about so long: while it comes, a key's own read waits. */
const PART_MS = 3_000;
/** At most so many times as long as the part before. */
const GROWTH = 4;

/** How long the next part may be, in characters. */
export interface Lengths {
  next: number;
}

/** Why a part did not come. */
export interface NoPart {
  readonly reason: SafeText;
  /** It will not come later either. */
  readonly isFinal: boolean;
}

/** Whose parts are read, and for whom. */
export interface PartsOptions {
  readonly signal: AbortSignal;
  /** It goes after all that the agent waits for. */
  readonly isBackground: boolean;
  readonly lengths: Lengths;
}

const NEVER: NoPart = { reason: t`The help center does not send the rest.`, isFinal: true };

/** The length of the first part; it grows by how quickly the parts come. */
export function firstLength(): Lengths {
  return { next: FIRST };
}

/** A message of a loaded thread as it is now. */
export function messageIn(desk: Desk, conversationId: number, messageId: number): Message | undefined {
  return desk
    .world()
    .base.threads.get(conversationId)
    ?.messages.find(({ id }) => id === messageId);
}

/**
 * Reads the next part of a message, or its whole text from a help center that has no parts, and shows it at the end of
 * what is there. Resolves with the reason if it could not; what was read before stays.
 */
export async function readPart(
  desk: Desk,
  conversationId: number,
  messageId: number,
  { signal, isBackground, lengths }: PartsOptions,
): Promise<NoPart | undefined> {
  const known = messageIn(desk, conversationId, messageId);
  if (known?.truncated !== true) return undefined;
  const from = known.body_end ?? null;
  const part =
    from === null ? {} : { query: { body_from: from, body_limit: lengths.next }, continues: known.body_text };
  const begun = desk.elapsed();
  const params = { conversation_id: conversationId, message_id: messageId };
  const answer = await attempt(
    desk.client.message.get({ params, ...part, signal, ...(isBackground && { isBackground }) }),
  );
  if ('error' in answer) return { reason: answer.error.reason, isFinal: answer.error.isAbsent };
  if (signal.aborted) return undefined;
  const { body_text, truncated, body_end, body_length } = answer.value.data;
  const isStuck = truncated === true && (body_end ?? null) === from;
  if (isStuck && (from === null || lengths.next > LONGEST)) return NEVER;
  // Nothing can be written before more of the text is known.
  lengths.next = isStuck ? lengths.next * 2 : lengthAfter(lengths.next, desk.elapsed() - begun);
  const now = messageIn(desk, conversationId, messageId);
  if (now?.truncated !== true || now.body_text !== known.body_text || isStuck) return undefined;
  await show(desk, conversationId, { ...now, body_text, truncated, body_end, body_length });
  return undefined;
}

/** The next length: what comes in the usual time at the pace of the last part. */
function lengthAfter(length: number, tookMs: number): number {
  const fitting = length * Math.min(GROWTH, PART_MS / Math.max(1, tookMs));
  return Math.round(Math.min(LONGEST, Math.max(FIRST, fitting)));
}

/** Puts a message with more of its text in its place. The lines in view stay, and so do keys answered meanwhile. */
async function show(desk: Desk, conversationId: number, message: Message): Promise<void> {
  const replaced = (thread: Thread): Thread => ({
    ...thread,
    messages: thread.messages.map(one => (one.id === message.id ? message : one)),
  });
  const shown = threadOf(desk.world(), conversationId);
  const { opened } = desk.world().detail;
  const isOpen = (): boolean => desk.world().detail.conversationId === conversationId;
  if (shown && isOpen()) await new Promise<void>(done => desk.prepareLines({ thread: replaced(shown), opened }, done));
  const thread = desk.world().base.threads.get(conversationId);
  const former = messageIn(desk, conversationId, message.id);
  // A reread may have brought the whole meanwhile.
  if (!thread || former?.truncated !== true || former.body_text.length > message.body_text.length) return;
  const before = isOpen() ? desk.detailLines() : [];
  desk.store.setState(withThread(desk.world(), conversationId, replaced(thread)), true);
  if (!isOpen()) return;
  const world = desk.world();
  const { detail } = world;
  const lines = desk.detailLines();
  const end = before.findIndex(({ role, entryKey }) => role === 'rest' && entryKey === `message:${message.id}`);
  const grown = end !== -1 && end < detail.top ? lines.length - before.length : 0;
  desk.set({ detail: keepPlace(world, { ...detail, top: detail.top + grown }, lines) });
}
