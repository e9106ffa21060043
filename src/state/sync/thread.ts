import type { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { type Attempt, attempt } from '../calls/attempt.ts';
import { isShort } from '../conversation/filled.ts';
import type { Desk } from '../desk.ts';
import { keepEntryInView, startReading } from '../detail/move.ts';
import { emptyDetail, emptyThread } from '../empty-world.ts';
import { byTime } from '../query/order.ts';
import { threadOf } from '../visible.ts';
import type { Conversation, Thread, World } from '../world.ts';
import { describeNoteFiles } from './attachments.ts';
import { loseConversations, withConversations, withThread } from './memory.ts';
import { aheadKind } from './reads.ts';
import { prepareThread, recallThread } from './remember.ts';
import {
  type Newest,
  NOTHING_NEW,
  readMessagePage,
  readMessages,
  readNotes,
  threadFrom,
  withNewer,
} from './thread-answer.ts';
import { isBeingSaid, isCounted, isSaid, isUpToDate, planThread, READ_ALL, type ThreadPlan } from './thread-plan.ts';

/** If the answer comes sooner, nothing says that it is awaited. */
const READING_SHOWN_AFTER_MS = 300;

/** Shows a conversation in the detail and reads its messages and notes. */
export async function openConversation(desk: Desk, id: number): Promise<void> {
  recall(desk, id);
  const plan = planThread(desk, id);
  const isFirst = show(desk, id, !isUpToDate(plan));
  if (isUpToDate(plan)) return noteFresh(desk, id);
  const hasCome = await hasComeAhead(desk, id);
  if (desk.world().detail.conversationId !== id) return;
  if (hasCome) showCome(desk, id, isFirst);
  else await readThread(desk, id, isFirst, planThread(desk, id));
}

/** Waits if the same is read ahead already, or its row; whether nothing more must be read then. */
async function hasComeAhead(desk: Desk, id: number): Promise<boolean> {
  await desk.reads.ended(aheadKind(id));
  if (isBeingSaid(desk, id)) await desk.reads.ended('list');
  return isUpToDate(planThread(desk, id));
}

function showCome(desk: Desk, id: number, isFirst: boolean): void {
  noteFresh(desk, id);
  desk.set({ detail: { ...desk.world().detail, loading: false } });
  settleDetail(desk, isFirst ? 'start' : 'keep');
}

/** The known thread is current: nothing is asked for. */
function noteFresh(desk: Desk, id: number): void {
  // A read of another conversation is of no use any more.
  desk.reads.begin('thread').end();
  const { threads } = desk.world().base;
  const { isCached, ...thread } = threads.get(id)!;
  if (isCached) desk.store.setState(withThread(desk.world(), id, thread));
  void describeNoteFiles(desk, id);
}

/**
 * Reads the conversation under the list's cursor and then shows it: one frame instead of two, the first only saying
 * that it is being read. If the answer takes long, the detail changes at once and says so.
 */
export async function previewConversation(desk: Desk, id: number): Promise<void> {
  const isKnown = (): boolean => threadOf(desk.world(), id) !== undefined;
  recall(desk, id);
  if (isKnown()) return openConversation(desk, id);
  const shown = desk.world().detail.conversationId;
  // A conversation that the agent opens meanwhile stays.
  const isWanted = (): boolean => desk.world().list.cursorId === id && desk.world().detail.conversationId === shown;
  const cancel = desk.setTimer(() => {
    if (isWanted()) show(desk, id, true);
  }, READING_SHOWN_AFTER_MS);
  const hasCome = await hasComeAhead(desk, id);
  const isShown = desk.world().detail.conversationId === id;
  if (hasCome && isShown) showCome(desk, id, true);
  if (!hasCome && (isShown || isWanted())) await readThread(desk, id, true, planThread(desk, id));
  cancel();
  if (!isWanted()) return;
  if (!isKnown()) return openConversation(desk, id);
  show(desk, id, false);
}

/** The parts that an earlier desk read are there at once. */
function recall(desk: Desk, id: number): void {
  recallThread(desk, id, () => {
    if (desk.world().detail.conversationId === id) settleDetail(desk, 'start');
  });
}

/** Shows the loaded part of a conversation in the detail; returns true if nothing is loaded yet. */
function show(desk: Desk, id: number, loading: boolean): boolean {
  const { detail, news } = desk.world();
  const seen = news.has(id) ? new Set([...news].filter(other => other !== id)) : news;
  const isOther = detail.conversationId !== id;
  const shown = isOther ? { ...emptyDetail, conversationId: id, formerId: detail.conversationId } : detail;
  const isKnown = threadOf(desk.world(), id) !== undefined;
  desk.set({ news: seen, detail: { ...shown, loading, problem: null, isLost: false } });
  if (isOther && isKnown) settleDetail(desk, 'start');
  return isOther && !isKnown;
}

/** Reads the new parts of a changed conversation, and shows them at the same place. */
export async function readNewParts(desk: Desk, id: number): Promise<void> {
  const plan = planThread(desk, id);
  if (!isUpToDate(plan)) await readThread(desk, id, false, plan);
  else if (desk.world().detail.conversationId === id)
    desk.set({ detail: { ...desk.world().detail, loading: false, problem: null, isLost: false } });
}

/** Reads the loaded parts of a conversation again, and shows them at the same place. */
export async function rereadThread(desk: Desk, id: number): Promise<void> {
  await readThread(desk, id, false);
}

/** Whether a known conversation is whole, and follows others' changes: by its version, or by the list. */
function isKeptUp(desk: Desk, row: Conversation): boolean {
  const { rows, gone } = desk.world().list;
  const isFollowed = row.version !== null || (rows.includes(row.id) && !gone.has(row.id));
  return isFollowed && !isShort(row) && isSaid(desk, row);
}

async function readThread(desk: Desk, id: number, isFirst: boolean, plan = READ_ALL): Promise<void> {
  const read = desk.reads.begin('thread');
  const row = desk.world().base.conversations.get(id);
  const [newest, notes, own] = await Promise.all([
    plan.messages === 'none' ? NOTHING_NEW : readMessages(desk, id, { signal: read.signal, after: plan.messagesAfter }),
    plan.notes === 'none' ? NOTHING_NEW : readNotes(desk, id, { signal: read.signal, after: plan.notesAfter }),
    row !== undefined && isKeptUp(desk, row)
      ? undefined
      : attempt(desk.client.conversation.get({ params: { conversation_id: id }, signal: read.signal })),
  ]);
  if (!read.isCurrent()) return;
  // One of the agent's own changes was answered meanwhile: this read may be older.
  if (read.isStale(id)) return readAgain(desk, id, isFirst, plan);
  if ('error' in newest) {
    // An older help center cannot list newer entries alone.
    if (plan.isNewer && !newest.error.isTransient) return readThread(desk, id, isFirst);
    const isLost = newest.error.isAbsent || newest.error.isForbidden;
    if (isLost) loseConversations(desk, [id]);
    // A gateway may say that too: then it is read again.
    fail(desk, id, newest.error, isLost && newest.error.isRefusal);
    return read.end();
  }
  const conversation = newest.value.conversation ?? (own && 'value' in own ? own.value.data : undefined);
  const answered = (): Thread => {
    const { base } = desk.world();
    const former = base.threads.get(id) ?? emptyThread;
    const next = plan.isNewer
      ? withNewer(former, newest.value, notes)
      : threadFrom(former, newest.value, 'value' in notes ? notes.value.data : former.notes, desk.now());
    return { ...next, version: 'error' in notes ? null : (row?.version ?? null) };
  };
  // Something else changed as well.
  if (plan.isNewer && !isCounted(desk.world().base.threads.get(id), answered(), row))
    return readThread(desk, id, isFirst);
  await prepareThread(desk, id, answered());
  if (!read.isCurrent()) return;
  if (read.isStale(id)) return readAgain(desk, id, isFirst, plan);
  const thread = answered();
  const world = conversation ? withConversations(desk.world(), [conversation], read) : desk.world();
  desk.store.setState({
    ...withThread(withOffers(desk.client, world, newest.value, notes), id, thread),
    now: desk.centerNow(),
  });
  if (desk.world().detail.conversationId === id) {
    const failed = 'error' in notes && !notes.error.isAbsent ? notes.error.reason : null;
    desk.set({ detail: { ...desk.world().detail, loading: false, problem: failed, isLost: false } });
    settleDetail(desk, isFirst ? 'start' : 'keep');
  }
  void describeNoteFiles(desk, id);
  read.end();
}

function readAgain(desk: Desk, id: number, isFirst: boolean, former: ThreadPlan): Promise<void> {
  const plan = former === READ_ALL ? READ_ALL : planThread(desk, id);
  return readThread(desk, id, isFirst, isUpToDate(plan) ? READ_ALL : plan);
}

function fail(desk: Desk, id: number, error: ApiError, isLost = false): void {
  const { detail } = desk.world();
  if (detail.conversationId === id) desk.set({ detail: { ...detail, loading: false, problem: error.reason, isLost } });
}

function withOffers({ capabilities }: Client, world: World, newest: Newest, notes: Attempt<unknown>): World {
  const offers = { ...world.offers };
  if (newest.isInside) offers.messages = capabilities.absence('messages').reason;
  if ('value' in notes) delete offers.notes;
  else if (notes.error.isAbsent) offers.notes = capabilities.absence('notes').reason;
  return { ...world, offers };
}

function settleDetail(desk: Desk, how: 'start' | 'keep'): void {
  const world = desk.world();
  const { detail, viewport } = world;
  const lines = desk.detailLines();
  const isStart = how === 'start';
  desk.set({
    detail: isStart ? startReading(detail, lines, viewport.detailRows) : keepEntryInView(world, detail, lines),
  });
}

/** Pages of messages that are read for the whole of one conversation. */
const MAX_PAGES = 100;

/**
 * Reads all messages of a conversation and calls `tell` with their number so far. Undefined if it could not be read; if
 * earlier messages could not be read, the thread still has a `nextCursor`.
 */
export async function loadWhole(desk: Desk, id: number, tell: (count: number) => void): Promise<Thread | undefined> {
  const current = (): Thread | undefined => threadOf(desk.world(), id);
  if (current() === undefined) await readThread(desk, id, false);
  for (let page = 1; page < MAX_PAGES; page += 1) {
    const before = current();
    if (before === undefined || before.nextCursor === null) break;
    tell(before.messages.length);
    await loadEarlier(desk, id);
    if (current()?.nextCursor === before.nextCursor) break;
  }
  return current();
}

/** Reads the earlier messages of a conversation, by default the open one; the lines in view stay there. */
export async function loadEarlier(desk: Desk, id = desk.world().detail.conversationId): Promise<void> {
  const cursor = id === null ? null : (desk.world().base.threads.get(id)?.nextCursor ?? null);
  if (id === null || cursor === null) return;
  const read = desk.reads.begin('earlier');
  if (desk.world().detail.conversationId === id) desk.set({ detail: { ...desk.world().detail, loading: true } });
  const page = await readMessagePage(desk, id, { signal: read.signal }, { cursor });
  const thread = desk.world().base.threads.get(id);
  if (!read.isCurrent() || !thread) return read.end();
  if ('error' in page) fail(desk, id, page.error);
  else {
    const held = new Set(thread.messages.map(message => message.id));
    const added = page.value.data.filter(message => !held.has(message.id));
    const nextCursor = added.length > 0 ? page.value.nextCursor : null;
    const next = { ...thread, messages: [...added, ...thread.messages].sort(byTime), nextCursor };
    const before = desk.detailLines().length;
    desk.store.setState(withThread(desk.world(), id, next));
    const { detail } = desk.world();
    const grown = desk.detailLines().length - before;
    if (detail.conversationId === id) desk.set({ detail: { ...detail, loading: false, top: detail.top + grown } });
  }
  read.end();
}

/** Reads the history or the reviews of a conversation, for the detail. */
export async function loadSection(desk: Desk, id: number, section: 'history' | 'reviews'): Promise<void> {
  const read = desk.reads.begin('section');
  const request = {
    params: { conversation_id: id },
    query: { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' as const },
  };
  const { client } = desk;
  const answer =
    section === 'history'
      ? await attempt(client.history.list({ ...request, signal: read.signal }))
      : await attempt(client.review.list({ ...request, signal: read.signal }));
  if (!read.isCurrent()) return;
  if ('error' in answer) fail(desk, id, answer.error);
  else {
    const former = desk.world().base.threads.get(id) ?? emptyThread;
    const thread: Thread = { ...former, [section]: [...answer.value.data].sort(byTime) };
    desk.store.setState(withThread(desk.world(), id, thread));
  }
  read.end();
}

/** Reads conversations that are not loaded, one by one: for a merge's preview, for `#id`. */
export async function loadConversations(desk: Desk, ids: readonly number[]): Promise<void> {
  const { conversations } = desk.world().base;
  const missing = ids.filter(id => !conversations.has(id) || isShort(conversations.get(id)!)).slice(0, 50);
  if (missing.length === 0) return;
  const read = desk.reads.begin('conversations');
  const answers = await Promise.all(
    missing.map(id => attempt(desk.client.conversation.get({ params: { conversation_id: id }, signal: read.signal }))),
  );
  if (!read.isCurrent()) return;
  const found = answers.flatMap(answer => ('value' in answer ? [answer.value.data] : []));
  const failure = answers.find(answer => 'error' in answer);
  desk.store.setState(withConversations(desk.world(), found, read));
  if (failure && 'error' in failure) desk.notify({ tone: 'problem', text: failure.error.reason });
  read.end();
}
