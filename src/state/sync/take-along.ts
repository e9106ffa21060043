import { byteSize } from '../../text/byte-size.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Desk, Read } from '../desk.ts';
import { unfinished } from '../detail/body-lines.ts';
import { emptyThread } from '../empty-world.ts';
import { createProgressNotice, type ProgressNotice } from '../notices/progress.ts';
import { byTime } from '../query/order.ts';
import type { Message, Notice, Thread } from '../world.ts';
import { IN_BACKGROUND, isAhead, isThreadWhole, knownThread, readAhead, trafficOf } from './ahead.ts';
import { firstLength, readPart } from './body-chunks.ts';
import { loadMore } from './list.ts';
import { withThread } from './memory.ts';
import { aheadKind } from './reads.ts';
import { loadWholeConversation } from './sections.ts';
import { loadEarlier } from './thread.ts';
import { readMessagePage } from './thread-answer.ts';

/** At most this many conversations are taken along at once. */
const MAX_ALONG = 50;
const CONVERSATION = t`conversation`;

/** How far it is. */
interface Tally {
  readonly total: number;
  /** Those that are here now. */
  here: number;
  /** Those of them that cost something. */
  read: number;
  bytes: number;
  /** Why it ended before all were here. */
  end: SafeText | null;
}

/**
 * Reads the next conversations of the list, from the cursor on, and keeps them for a time without a link. It goes after
 * all calls of the agent, within the allowance; known conversations cost nothing.
 */
export async function takeAlong(desk: Desk): Promise<void> {
  const { list } = desk.world();
  if (list.rows.length - list.cursorIndex < MAX_ALONG) await loadMore(desk);
  const { rows, cursorIndex } = desk.world().list;
  const ids = rows.slice(cursorIndex, cursorIndex + MAX_ALONG);
  const tally: Tally = { total: ids.length, here: 0, read: 0, bytes: 0, end: null };
  desk.set({ isTakingAlong: true, notice: null });
  const progress = createProgressNotice(desk);
  for (const id of ids) {
    if (tally.end !== null) break;
    await takeOne(desk, id, tally);
    if (!desk.world().isTakingAlong) tally.end ??= t`stopped`;
    if (tally.end === null) sayProgress(progress, tally);
  }
  desk.set({ isTakingAlong: false });
  desk.notify(resultOf(tally));
}

/** Stops it after the conversation that is being read. */
export function stopTakingAlong(desk: Desk): void {
  desk.set({ isTakingAlong: false });
}

async function takeOne(desk: Desk, id: number, tally: Tally): Promise<void> {
  if (isAhead(desk, id) && isThreadWhole(desk, id)) {
    tally.here += 1;
    return;
  }
  if (tally.bytes >= desk.allowance.along) {
    tally.end = noRoom(desk);
    return;
  }
  const before = trafficOf(desk) ?? 0;
  const read = desk.reads.begin(aheadKind(id));
  await keepOne(desk, id, read, tally);
  read.end();
  tally.bytes += (trafficOf(desk) ?? 0) - before;
}

async function keepOne(desk: Desk, id: number, read: Read, tally: Tally): Promise<void> {
  const before = trafficOf(desk) ?? 0;
  const hasRoom = (): boolean => tally.bytes + (trafficOf(desk) ?? 0) - before < desk.allowance.along;
  const begun = isAhead(desk, id) ? knownThread(desk, id) : undefined;
  const answer = begun ? { value: begun } : await readAhead(desk, id, read);
  if (!read.isCurrent()) tally.end = t`stopped`;
  else if ('value' in answer) {
    desk.store.setState(withThread(desk.world(), id, answer.value));
    await loadWholeConversation(desk, id, IN_BACKGROUND);
    await readWhole(desk, id, read, hasRoom);
    keep(desk, id);
    tally.read += 1;
    if (hasRoom() || isThreadWhole(desk, id)) tally.here += 1;
    else tally.end = noRoom(desk);
  } else if (!answer.error.isMissing) tally.end = answer.error.reason;
}

function noRoom({ allowance }: Desk): SafeText {
  return t`${byteSize(allowance.along)} are allowed (along_kilobytes)`;
}

/** Memory holds fewer conversations than are taken along. */
function keep({ cache, world }: Desk, id: number): void {
  const { threads, conversations } = world().base;
  const [thread, known] = [threads.get(id), conversations.get(id)];
  cache.keep({ ...(thread ? { threads: [[id, thread]] } : {}), ...(known ? { conversations: [known] } : {}) });
}

function sayProgress(progress: ProgressNotice, { here, total, bytes }: Tally): void {
  if (!progress.isDue()) return;
  const far = t`${here} of ${counted(total, CONVERSATION)} · ${byteSize(bytes)}`;
  progress.say(t`Taking along ${far} · Esc stops`, t`Along ${here} of ${total} · Esc`);
}

function resultOf({ here, total, read, bytes, end }: Tally): Notice {
  const cost = read === 0 ? t`all known already` : byteSize(bytes);
  if (here === total) {
    const what = counted(total, CONVERSATION);
    return { tone: 'done', text: t`Took along ${what} · ${cost}`, short: t`Took along ${grouped(total)}` };
  }
  const why = end === null ? t`the others are gone` : end;
  const text = t`Took along ${here} of ${counted(total, CONVERSATION)} (${byteSize(bytes)}): ${why}`;
  return { tone: 'problem', text, short: t`Took along ${here} of ${total}` };
}

/** Pages of earlier messages that are read of one conversation. */
const MAX_PAGES = 10;

/**
 * Reads the missing parts of a loaded thread in the background: its earlier messages, and the rest of long ones. It
 * stops between two reads when there is no more room; the parts that came stay.
 */
async function readWhole(desk: Desk, id: number, read: Read, hasRoom: () => boolean): Promise<void> {
  const thread = (): Thread | undefined => desk.world().base.threads.get(id);
  const goesOn = (): boolean => read.isCurrent() && hasRoom();
  for (let page = 0; page < MAX_PAGES && goesOn(); page += 1) if (!(await readEarlier(desk, id, read))) break;
  const lengths = firstLength();
  const options = { signal: read.signal, isBackground: true, lengths };
  for (const message of unfinished(thread() ?? emptyThread))
    while (goesOn() && isCut(thread(), message) && !(await readPart(desk, id, message.id, options)));
}

function isCut(thread: Thread | undefined, { id }: Message): boolean {
  return thread?.messages.find(one => one.id === id)?.truncated === true;
}

/** Returns whether a page of earlier messages was read. */
async function readEarlier(desk: Desk, id: number, { signal }: Read): Promise<boolean> {
  const cursor = desk.world().base.threads.get(id)?.nextCursor ?? null;
  if (cursor === null) return false;
  // Of the open one, the lines in view stay where they are.
  if (desk.world().detail.conversationId === id) {
    await loadEarlier(desk, id);
    return desk.world().base.threads.get(id)?.nextCursor !== cursor;
  }
  const page = await readMessagePage(desk, id, { signal, isBackground: true }, { cursor });
  const thread = desk.world().base.threads.get(id);
  if (signal.aborted || 'error' in page || thread?.nextCursor !== cursor) return false;
  const held = new Set(thread.messages.map(message => message.id));
  const added = page.value.data.filter(message => !held.has(message.id));
  const messages = [...added, ...thread.messages].sort(byTime);
  const nextCursor = added.length > 0 ? page.value.nextCursor : null;
  desk.store.setState(withThread(desk.world(), id, { ...thread, messages, nextCursor }));
  return true;
}
