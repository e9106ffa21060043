import type { Desk } from '../desk.ts';
import { batchEvents, createEventApplier, type EventBatcher } from './apply-events.ts';
import { createDueBell, type DueBell } from './due-bell.ts';
import { dropErased } from './erased.ts';
import { followEvents, type StreamEvent } from './event-stream.ts';
import { keepContact } from './keep-contact.ts';
import { rereadInboxes } from './places.ts';
import { type News, NO_NEWS, poll, retryReads } from './refresh.ts';
import { showPresence } from './show-presence.ts';
import { tellPresence } from './tell-presence.ts';
import { tellReturn } from './tell-return.ts';
import { createTimers, type Timers } from './timers.ts';

/** How often the desk asks for other agents' changes if it receives no events. */
const POLL_MS = 15_000;
/** How soon a broken stream is resumed; a second one in a row that broke within `POLL_MS` waits so long. */
const RESUME_MS = 2_000;
/** After the link's return, news are read with those of the stream, unless that takes longer. */
const STREAM_BACK_MS = 2_000;

const NEWS_OF_LIST: News = { ids: new Set(), isOfPlaces: false, isOfList: true, isOfNumbers: true };

/** The state that outlives a loss of the link. */
interface KeepingUp {
  readonly desk: Desk;
  readonly news: EventBatcher;
  readonly ring: () => boolean;
  readonly dueBell: DueBell;
  /** The help center sends events, as far as is known. */
  hasEvents: boolean;
  lastId: string | undefined;
  /** A stream has begun in this run: the data read before it may be older, but all at once. */
  hasBegun: boolean;
  /** This many streams in a row broke at once. */
  brokenAtOnce: number;
}

interface KeepUpOptions {
  readonly hasEvents: boolean;
  /** The stream of events begins after it: two connections that are made at once share a slow line. */
  readonly after?: Promise<unknown>;
  /** How long before an answer is due the desk rings, in milliseconds; by default it does not. */
  readonly dueBellMs?: number;
}

/**
 * Keeps the desk up to date with other agents' changes: by the help center's events if `hasEvents` and it sends any,
 * otherwise by asking every 15 seconds. While the help center cannot be used, only probes go out; on its return the
 * outbox is woken, and possible changes are read once. Returns a function that stops it.
 */
export function keepUp(desk: Desk, { hasEvents, after, dueBellMs = 0 }: KeepUpOptions): () => void {
  const gathering = createTimers(desk.setTimer);
  const applier = createEventApplier(desk, left => news.read({ ...left, isOfPlaces: false }));
  const news = batchEvents(desk, applier, gathering);
  const ring = createBell(desk);
  const dueBell = createDueBell(desk, { aheadMs: dueBellMs, ring });
  const keeping: KeepingUp = {
    desk,
    news,
    ring,
    dueBell,
    hasEvents,
    lastId: undefined,
    hasBegun: false,
    brokenAtOnce: 0,
  };
  let endRound = beginRound(keeping, false, after);
  const endContact = keepContact(desk, {
    lost: () => endRound(),
    back: () => {
      endRound();
      desk.linkIsBack();
      dueBell.look();
      endRound = beginRound(keeping, true);
    },
  });
  const stopRetrying = retryReads(desk);
  const stopTelling = tellReturn(desk);
  const stopPresence = tellPresence(desk);
  return () => {
    endContact();
    endRound();
    stopRetrying();
    stopTelling();
    stopPresence();
    dueBell.stop();
    gathering.stop();
    news.stop();
    applier.stop();
  };
}

/** Follows the help center until the returned function is called. `isBack`: after its return. */
function beginRound(keeping: KeepingUp, isBack: boolean, after?: Promise<unknown>): () => void {
  const { desk, news, hasEvents } = keeping;
  const ended = new AbortController();
  const timers = createTimers(desk.setTimer);
  const round: Round = { timers, signal: ended.signal, isBack, onBegin: () => undefined, hasMetPage: false };
  if (isBack && hasEvents) {
    round.onBegin = () => {
      timers.clear('stale');
      round.onBegin = () => undefined;
      news.read(staleAfterLoss(desk));
    };
    timers.set('stale', STREAM_BACK_MS, () => round.onBegin());
  } else if (isBack) news.read(staleAfterLoss(desk));
  if (hasEvents && after) void after.then(() => (ended.signal.aborted ? undefined : follow(keeping, round)));
  else if (hasEvents) void follow(keeping, round);
  else timers.set('next', POLL_MS, () => void keepPolling(desk, timers));
  return () => {
    ended.abort();
    timers.stop();
  };
}

/** The time between two losses of the link. */
interface Round {
  readonly timers: Timers;
  readonly signal: AbortSignal;
  /** It began with the return of the help center, and everything is read again. */
  readonly isBack: boolean;
  /** Called when a stream has begun. */
  onBegin: () => void;
  /** A web page came in place of the stream. */
  hasMetPage: boolean;
}

async function keepPolling(desk: Desk, timers: Timers): Promise<void> {
  await poll(desk);
  timers.set('next', POLL_MS, () => void keepPolling(desk, timers));
}

async function follow(keeping: KeepingUp, round: Round): Promise<void> {
  const { desk, news, ring, dueBell } = keeping;
  const { timers, signal } = round;
  const again = (): void => void follow(keeping, round);
  let began = desk.elapsed();
  const showing = showPresence(desk);
  const end = await followEvents(desk, {
    lastId: keeping.lastId ?? desk.world().lastEventId ?? undefined,
    signal: AbortSignal.any([signal, showing.slowed]),
    ...showing.wanted,
    onBegin: streamId => {
      showing.begin(streamId);
      began = desk.elapsed();
      if (!keeping.hasBegun && !round.isBack) void readWhatNoEventTells(desk);
      else if (keeping.lastId === undefined) news.read(NEWS_OF_LIST);
      keeping.hasBegun = true;
      desk.set({ isLive: true });
      round.onBegin();
    },
    onEvent: event => {
      keeping.lastId = event.id ?? keeping.lastId;
      const hasRung = event.isRing && ring();
      if (event.isRing) dueBell.look();
      if (event.present) showing.show(event.present);
      if (event.erased !== undefined) void hearOfErasure(keeping, event.erased);
      if (['', 'presence', 'erased'].includes(event.name)) return;
      if (event.name === 'reset') forgetVersions(desk);
      news.tell(event, { ...NO_NEWS, isOfPlaces: tellsOfPlaces(event) }, hasRung);
    },
  });
  showing.end();
  if (desk.world().isLive) desk.set({ isLive: false });
  if (signal.aborted) return;
  // A sign-in page for the network ends the round: a second page is the help center's own.
  if (end === 'absent' || (end === 'page' && round.hasMetPage)) {
    keeping.hasEvents = false;
    await keepPolling(desk, timers);
    return;
  }
  round.hasMetPage ||= end === 'page';
  if (end !== 'read') timers.set('next', POLL_MS, () => void poll(desk).then(again));
  else {
    keeping.brokenAtOnce = desk.elapsed() - began > POLL_MS ? 0 : keeping.brokenAtOnce + 1;
    timers.set('next', keeping.brokenAtOnce > 1 ? POLL_MS : RESUME_MS, again);
  }
}

async function hearOfErasure({ desk, news }: KeepingUp, newest: number): Promise<void> {
  const ids = await dropErased(desk, newest);
  if (ids.size > 0) news.read({ ...NEWS_OF_LIST, ids });
}

/** No event reports changes from before the first stream; of the places, if it began where they were read. */
async function readWhatNoEventTells(desk: Desk): Promise<void> {
  if (desk.world().lastEventId === null || !desk.client.atStart.isOfOneMoment()) await poll(desk);
  if (desk.world().lastEventId !== null) return;
  await desk.reads.ended('places');
  await rereadInboxes(desk);
}

function tellsOfPlaces({ name }: StreamEvent): boolean {
  return name === 'inbox.changed' || name === 'reset';
}

/** The list, its numbers, the open conversation, and the places if they were not read. */
function staleAfterLoss(desk: Desk): News {
  const { detail, placesProblem } = desk.world();
  const ids = detail.conversationId === null ? [] : [detail.conversationId];
  return { ...NEWS_OF_LIST, ids: new Set(ids), isOfPlaces: placesProblem !== null };
}

/** Too much happened to tell it. */
function forgetVersions(desk: Desk): void {
  const { base } = desk.world();
  const threads = [...base.threads].map(([id, thread]) => [id, { ...thread, version: null }] as const);
  desk.set({ base: { ...base, threads: base.threads.with(threads) } });
}

/** However much mail comes, the desk rings no more often. */
const RING_EVERY_MS = 60_000;

/** The desk's bell: rings at most once a minute. Returns whether it rang. */
function createBell(desk: Desk): () => boolean {
  let rangAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (desk.elapsed() - rangAt < RING_EVERY_MS) return false;
    rangAt = desk.elapsed();
    desk.hooks.ring?.();
    return true;
  };
}
