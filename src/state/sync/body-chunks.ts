import { type SafeText, t } from '../../text/safe.ts';
import { attempt, waitAfter } from '../calls/attempt.ts';
import type { Desk } from '../desk.ts';
import { unfinished, unfinishedWithin } from '../detail/body-lines.ts';
import { keepEntryInView } from '../detail/move.ts';
import { threadOf } from '../visible.ts';
import type { Message, Thread } from '../world.ts';
import { withThread } from './memory.ts';
import { followWorld } from './timers.ts';

/** The kind of these reads: there is one at a time. */
const PARTS = 'parts';

/** The first part that is asked for, and the longest one, in characters. */
const FIRST = 8_192;
const LONGEST = 1_048_576;
/** A part should take about so long: while it comes, a key's own read waits. */
const PART_MS = 3_000;
/** A part is at most this many times as long as the one before. */
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
function messageIn(desk: Desk, conversationId: number, messageId: number): Message | undefined {
  return desk
    .world()
    .base.threads.get(conversationId)
    ?.messages.find(({ id }) => id === messageId);
}

/**
 * Reads the next part of a message, or its whole text from a help center that has no parts, and shows it behind the
 * known part. Resolves with the reason if it could not; the known part stays.
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

/** The next length: as much as comes in the usual time at the pace of the last part. */
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
  desk.store.setState(withThread(desk.world(), conversationId, replaced(thread)));
  if (!isOpen()) return;
  const world = desk.world();
  const { detail } = world;
  const lines = desk.detailLines();
  const end = before.findIndex(({ role, entryKey }) => role === 'rest' && entryKey === `message:${message.id}`);
  const grown = end !== -1 && end < detail.top ? lines.length - before.length : 0;
  desk.set({ detail: keepEntryInView(world, { ...detail, top: detail.top + grown }, lines) });
}

/** How far reading has come, in characters; `of` is null if the help center does not say it. */
export interface ReadProgress {
  readonly read: number;
  readonly of: number | null;
}

/**
 * Reads the missing parts of these messages of a loaded thread, by default of all. Resolves with the reason if that was
 * not possible; the parts that came stay.
 */
export async function readRest(
  desk: Desk,
  conversationId: number,
  options: {
    readonly signal: AbortSignal;
    readonly ids?: readonly number[];
    readonly tell?: (p: ReadProgress) => void;
  },
): Promise<SafeText | undefined> {
  const { signal, ids, tell } = options;
  const thread = desk.world().base.threads.get(conversationId);
  const wanted = thread ? unfinished(thread).filter(({ id }) => ids === undefined || ids.includes(id)) : [];
  const lengths = firstLength();
  const isLeft = ({ id }: Message): boolean => messageIn(desk, conversationId, id)?.truncated === true;
  for (const message of wanted)
    while (isLeft(message) && !signal.aborted) {
      tell?.(progressOf(wanted.map(({ id }) => messageIn(desk, conversationId, id) ?? message)));
      const missing = await readPart(desk, conversationId, message.id, { signal, isBackground: false, lengths });
      if (missing) return missing.reason;
    }
  return undefined;
}

/** Reads one more part of a message of the open conversation, and tells if that was not possible. */
export async function readOn(desk: Desk, conversationId: number, messageId: number): Promise<void> {
  const known = messageIn(desk, conversationId, messageId);
  const setLoading = (loading: boolean): void => {
    const { detail } = desk.world();
    if (detail.conversationId === conversationId) desk.set({ detail: { ...detail, loading } });
  };
  setLoading(true);
  // It may be on its way already.
  await desk.reads.ended(PARTS);
  if (messageIn(desk, conversationId, messageId)?.body_text === known?.body_text) {
    const read = desk.reads.begin(PARTS);
    const options = { signal: read.signal, isBackground: false, lengths: firstLength() };
    const missing = await readPart(desk, conversationId, messageId, options);
    if (missing && read.isCurrent()) desk.notify({ tone: 'problem', text: missing.reason });
    read.end();
  }
  setLoading(false);
}

function progressOf(messages: readonly Message[]): ReadProgress {
  const lengths = messages.map(({ truncated, body_text, body_length }) =>
    truncated ? (body_length ?? null) : body_text.length,
  );
  const read = messages.reduce((sum, { body_end, body_text }) => sum + (body_end ?? body_text.length), 0);
  return { read, of: lengths.includes(null) ? null : lengths.reduce((sum: number, one) => sum + one!, 0) };
}

/** Over a quick link the first part is so long: there is no reason for small ones. */
const QUICK_LENGTH = 262_144;
/** No more of a message than this many characters is read unasked over a quick link. */
const MAX_UNASKED = 2_000_000;
/** Reading on begins when the end of the known part is this many screens below the top. */
const SCREENS_AHEAD = 2;
/** After a failure, in milliseconds; doubled at each failure in a row. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/**
 * Reads on in the messages of the open conversation that were read in part: over a quick link at once, over any other
 * while the agent reads towards the end. Returns a function that stops it.
 */
export function followParts(desk: Desk): () => void {
  const lengths = firstLength();
  const givenUp = new Set<number>();
  let failures = 0;
  const reading: { id: number | null } = { id: null };
  const look = (): void => {
    const { conversationId: id } = desk.world().detail;
    if (reading.id !== null && reading.id !== id) desk.reads.begin(PARTS).end();
    else if (reading.id === null && !timers.has('rest') && !timers.isStopped()) void begin(id);
  };
  const begin = async (id: number | null): Promise<void> => {
    const messageId = id === null ? undefined : wantedIn(desk, givenUp);
    if (id === null || messageId === undefined) return;
    if (desk.contact.isQuick()) lengths.next = Math.max(lengths.next, QUICK_LENGTH);
    reading.id = id;
    const read = desk.reads.begin(PARTS);
    const missing = await readPart(desk, id, messageId, { signal: read.signal, isBackground: true, lengths });
    const isOver = !read.isCurrent();
    read.end();
    reading.id = null;
    if (missing?.isFinal) givenUp.add(messageId);
    failures = missing && !isOver ? failures + 1 : 0;
    if (failures > 0) timers.set('rest', waitAfter(failures, FIRST_RETRY_MS, LAST_RETRY_MS), look);
    else look();
  };
  const timers = followWorld(desk, look);
  look();
  return () => {
    timers.stop();
    desk.reads.begin(PARTS).end();
  };
}

/** The message of the open conversation to read on in. */
function wantedIn(desk: Desk, givenUp: ReadonlySet<number>): number | undefined {
  const { detail, base, viewport, pane, offline } = desk.world();
  const thread = detail.conversationId === null ? undefined : base.threads.get(detail.conversationId);
  if (!thread || offline !== null) return undefined;
  const left = unfinished(thread).filter(({ id }) => !givenUp.has(id));
  if (left.length === 0) return undefined;
  if (desk.contact.isQuick()) return left.find(({ body_text }) => body_text.length < MAX_UNASKED)?.id;
  if (pane !== 'detail') return undefined;
  const id = unfinishedWithin(desk.detailLines(), detail.top, detail.top + SCREENS_AHEAD * viewport.detailRows);
  // Without parts, only the whole can be had.
  return left.find(one => one.id === id && typeof one.body_end === 'number')?.id;
}
