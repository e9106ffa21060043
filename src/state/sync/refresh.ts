import { t } from '../../text/safe.ts';
import type { Desk } from '../context.ts';
import { withoutGone } from '../list/away.ts';
import { triedAgain } from '../offers.ts';
import type { Offline } from '../offline.ts';
import { rereadList } from './list.ts';
import { readNumbers } from './numbers.ts';
import { loadPlaces, rereadInboxes } from './places.ts';
import { rereadShown } from './shown.ts';
import { readNewParts, rereadThread } from './thread.ts';

/**
 * `R`: reads everything shown again and sends what waits; arrivals come in, rows that left are removed. Says why if the
 * help center cannot be used.
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
  desk.set({ offers: triedAgain(desk.world().offers) });
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
  desk.store.setState({ ...world, list: { ...world.list, ...left, away: withoutGone(world) } }, true);
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

/** What the help center's events reported, as far as it must be read. */
export interface News {
  /** The conversations that changed; the open one is read again if it is among them. */
  readonly ids: ReadonlySet<number>;
  /** Inboxes changed, or names that every inbox shows: of statuses, tags, agents. */
  readonly isOfPlaces: boolean;
  /** What the list shows and the inboxes count may be others. */
  readonly isOfList: boolean;
  /** What the views count may be others. */
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
    isOfPlaces ? rereadShown(desk) : undefined,
    isOfList || isOfPlaces || isOfNumbers ? readNews(desk) : undefined,
    id !== null && ids.has(id) ? readNewParts(desk, id) : undefined,
  ]);
}
