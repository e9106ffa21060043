import { MAX_BULK_IDS } from '../../contract/conversation-filter.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { attempt, waitAfter } from '../calls/attempt.ts';
import type { Desk } from '../desk.ts';
import { withoutGone } from '../list/marks.ts';
import type { Offline } from '../world/offline.ts';
import type { World } from '../world.ts';
import { rereadList } from './list.ts';
import { withConversations } from './memory.ts';
import { readNumbers } from './numbers.ts';
import { loadPlaces, rereadInboxes } from './places.ts';
import { readNewParts, rereadThread } from './thread.ts';
import { followWorld } from './timers.ts';

/**
 * `R`: reads everything shown again and sends waiting changes; arrivals come in, rows that left are removed. Says why
 * if the help center cannot be used.
 */
export async function refresh(desk: Desk): Promise<void> {
  desk.wake(true);
  const lost = desk.world().offline;
  if (lost?.why === 'unreachable') {
    desk.contact.ask();
    sayNotRead(desk, lost);
    return;
  }
  dropGone(desk);
  desk.set({ offers: desk.client.capabilities.triedAgain(desk.world().offers) });
  const id = desk.world().detail.conversationId;
  await Promise.all([loadPlaces(desk), rereadList(desk, 'jump'), id === null ? undefined : rereadThread(desk, id)]);
  await readNumbers(desk);
  const { offline } = desk.world();
  if (offline) sayNotRead(desk, offline);
}

/** Removes rows that left with the key, not with the answer: that one moves nothing under the cursor. */
function dropGone(desk: Desk): void {
  const world = desk.world();
  const { gone, ids, marks } = world.list;
  const stays = (id: number): boolean => !gone.has(id);
  const left = { ids: ids.filter(stays), marks: new Set([...marks].filter(stays)), gone: new Map() };
  desk.set({ list: { ...world.list, ...left, away: withoutGone(world) } });
}

function sayNotRead(desk: Desk, { text }: Offline): void {
  desk.notify({ tone: 'problem', text: t`Not read again: ${text}`, topic: 'offline' });
}

/** The same in the background: nothing moves; arrivals wait above, rows that left keep their place with a reason. */
export async function poll(desk: Desk): Promise<void> {
  const id = desk.world().detail.conversationId;
  const before = id === null ? undefined : desk.world().base.conversations.get(id);
  const { asOf } = desk.world().list;
  await rereadList(desk, 'poll');
  const after = id === null ? undefined : desk.world().base.conversations.get(id);
  const hasListChanged = desk.world().list.asOf !== asOf;
  const hasThreadChanged = before?.version !== after?.version || before?.updated_at !== after?.updated_at;
  await Promise.all([
    hasListChanged ? rereadInboxes(desk) : undefined,
    hasListChanged ? readNews(desk) : undefined,
    id !== null && hasThreadChanged ? rereadThread(desk, id) : undefined,
  ]);
}

/** The numbers again, but over a slow link, to the screen or to the help center: there they stay as they were. */
async function readNews(desk: Desk): Promise<void> {
  if (desk.world().link === 'fast' && desk.contact.isQuick()) await readNumbers(desk);
}

/** The help center's events, as far as their data must be read. */
export interface News {
  /** The conversations that changed; the open one is read again if it is among them. */
  readonly ids: ReadonlySet<number>;
  /** Inboxes changed, or names that every inbox shows: of statuses, tags, agents. */
  readonly isOfPlaces: boolean;
  /** The list and the counts of inboxes may have changed. */
  readonly isOfList: boolean;
  /** The counts of views may have changed. */
  readonly isOfNumbers: boolean;
}

/** Nothing is to be read. */
export const NO_NEWS: News = { ids: new Set(), isOfPlaces: false, isOfList: false, isOfNumbers: false };

/** Both news as one. */
export function withNews(news: News, more: Omit<News, 'isOfPlaces'> & Partial<News>): News {
  return {
    ids: more.ids.size === 0 ? news.ids : new Set([...news.ids, ...more.ids]),
    isOfPlaces: news.isOfPlaces || more.isOfPlaces === true,
    isOfList: news.isOfList || more.isOfList,
    isOfNumbers: news.isOfNumbers || more.isOfNumbers,
  };
}

/** The same after a report of changes. */
export async function catchUp(desk: Desk, { ids, isOfPlaces, isOfList, isOfNumbers }: News): Promise<void> {
  const { conversationId: id } = desk.world().detail;
  await Promise.all([
    isOfList || isOfPlaces ? rereadList(desk, 'poll') : undefined,
    isOfPlaces ? loadPlaces(desk, 'poll') : isOfList ? rereadInboxes(desk) : undefined,
    isOfPlaces ? rereadVisible(desk) : undefined,
    isOfList || isOfPlaces || isOfNumbers ? readNews(desk) : undefined,
    id !== null && ids.has(id) ? readNewParts(desk, id) : undefined,
  ]);
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/**
 * Retries failed reads of shown data: the list, the conversation in the detail, the inboxes. After 2 s, then at growing
 * intervals of up to 30 s. Nothing runs while everything is read, or while the help center cannot be used. Returns a
 * function that stops it.
 */
export function retryReads(desk: Desk): () => void {
  let failures = 0;
  let isRetrying = false;
  const plan = (): void => {
    if (!isLacking(desk.world())) failures = 0;
    else if (!isRetrying && !timers.has('retry'))
      timers.set('retry', waitAfter(failures + 1, FIRST_RETRY_MS, LAST_RETRY_MS), () => void retry());
  };
  const retry = async (): Promise<void> => {
    const world = desk.world();
    const { detail, placesProblem } = world;
    const id = detail.conversationId;
    failures += 1;
    isRetrying = true;
    if (isLacking(world))
      await Promise.all([
        placesProblem === null ? undefined : loadPlaces(desk),
        isDetailLacking(world) && id !== null ? readNewParts(desk, id) : undefined,
        isListLacking(world) ? rereadList(desk, 'poll').then(() => readNumbers(desk)) : undefined,
      ]);
    isRetrying = false;
    plan();
  };
  const timers = followWorld(desk, plan);
  plan();
  return timers.stop;
}

function isLacking(world: World): boolean {
  if (world.offline !== null) return false;
  return isDetailLacking(world) || world.placesProblem !== null || isListLacking(world);
}

function isDetailLacking({ detail }: World): boolean {
  return detail.problem !== null && !detail.isLost;
}

function isListLacking({ list }: World): boolean {
  return list.problem !== null && list.loading === 'no';
}

/** The conversations on the screen: the rows that are drawn, and the one in the detail. */
function shownIds({ list, detail, viewport }: World): readonly number[] {
  const rows = list.rows.slice(list.top, list.top + viewport.listRows);
  const ids = new Set([...(detail.conversationId === null ? [] : [detail.conversationId]), ...rows]);
  return [...ids].slice(0, Math.min(MAX_BULK_IDS, MAX_PAGE_SIZE));
}

/** Reads the conversations on the screen again, because names in them may have changed. Nothing moves. */
async function rereadVisible(desk: Desk): Promise<void> {
  await readRows(desk, shownIds(desk.world()));
}

/** Reads these conversations, a page of them at most. */
export async function readRows(desk: Desk, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const read = desk.reads.begin('shown');
  const query = { ids: [...ids], archived: 'any' as const, limit: MAX_PAGE_SIZE, fields: 'list' as const };
  const reply = await attempt(desk.client.conversation.list({ query, signal: read.signal }));
  if (read.isCurrent() && 'value' in reply) {
    // A help center without this filter lists other conversations.
    const found = reply.value.data.filter(({ id }) => ids.includes(id));
    desk.store.setState(withConversations(desk.world(), found, read));
  }
  read.end();
}
