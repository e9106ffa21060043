import type { Client } from '../client/client.ts';
import type { SafeText } from '../text/safe.ts';
import { createWorld, type WorldStore } from './changes/store.ts';
import type { Desk, ReadAheadAllowance } from './desk.ts';
import { createLineCache, roomOf } from './detail/line-cache.ts';
import { inSlices, type SetTimer } from './detail/slices.ts';
import { emptyWorld } from './empty-world.ts';
import type { Host } from './host.ts';
import { redo, undo } from './journal/undo.ts';
import { type Cache, noCache } from './kept/cache.ts';
import type { Storage } from './kept/storage.ts';
import { tellOffline } from './notices/offline.ts';
import { keepPromises } from './notices/promises.ts';
import { unknownNotice } from './notices/words.ts';
import { adopt } from './outbox/adopt.ts';
import { commit, commitEach } from './outbox/commit.ts';
import { keepState } from './outbox/keep-state.ts';
import { createOutbox } from './outbox/sending.ts';
import { memoryStorage } from './outbox/storage.ts';
import { tellDelivery } from './outbox/tell-delivery.ts';
import { createCenterClock, hearTime } from './sync/center-clock.ts';
import { createLiveness, watchedClient } from './sync/contact.ts';
import { createReads } from './sync/reads.ts';
import { keepCache } from './sync/remember.ts';
import { sayOtherTime } from './sync/take-time.ts';
import { rereadThread } from './sync/thread.ts';
import { hearEpoch, watchEpoch } from './sync/watch-epoch.ts';
import type { KeyNames, World } from './world.ts';

/** The parts that a desk is made from. */
export interface DeskOptions {
  readonly client: Client;
  /** The address of the help center, for a person. */
  readonly center: SafeText;
  readonly keyNames: KeyNames;
  /** All that the agent can do: a `Bound` of `keys/keymap.ts`. */
  readonly bound?: unknown;
  /** Milliseconds since 1970, by a clock that can be set. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock, for every wait. */
  readonly elapsed: () => number;
  /** Milliseconds since the machine started, its sleep included; by default the same as `elapsed`. */
  readonly uptime?: () => number;
  /** From 0 up to 1; by default the runtime's. */
  readonly random?: () => number;
  /** A new idempotency key at each call. */
  readonly newKey: () => string;
  readonly setTimer: SetTimer;
  readonly hooks?: Partial<Host>;
  readonly storage?: Storage;
  /** The answers that an earlier desk kept of this help center; by default none. */
  readonly cache?: Cache;
  /** By default nothing is read before it is asked for. */
  readonly allowance?: ReadAheadAllowance;
  readonly isReadOnly?: boolean;
}

const NOTHING_AHEAD: ReadAheadAllowance = { ahead: 0, along: 0 };

/**
 * Makes a desk on one help center. Kept changes are in it, and being sent, at once; nothing is read before `openList`
 * or `loadPlaces`.
 */
export function createDesk(options: DeskOptions): Desk {
  const { now, elapsed, newKey, setTimer, storage = memoryStorage() } = options;
  const { uptime = elapsed, random = Math.random, cache = noCache, allowance = NOTHING_AHEAD } = options;
  const store = createWorld(firstWorld(options, storage));
  const linesOf = createLineCache();
  const reads = createReads();
  const contact = createLiveness({ now, elapsed, isOffline: () => store.getState().offline !== null });
  const clock = createCenterClock({ now, uptime });
  const epoch = watchEpoch(contact, () => desk);
  const desk: Desk = {
    store,
    client: watchedClient(
      hearTime(hearEpoch(options.client, epoch.hear), clock, { now, uptime }, () => sayOtherTime(desk, clock)),
      contact,
      elapsed,
      () => store.getState().offers.onceKeys === true,
    ),
    contact,
    storage,
    cache,
    allowance,
    setTimer,
    now,
    centerNow: clock.now,
    elapsed,
    uptime,
    random,
    newKey,
    world: () => store.getState(),
    set: part => store.setState(part),
    notify: notice => store.setState({ notice }),
    commit: (name, args) => commit(desk, name, args),
    commitEach: (name, each, title) => commitEach(desk, name, each, title),
    undo: () => undo(desk),
    redo: () => redo(desk),
    detailLines: opened => linesOf(store.getState(), opened),
    prepareLines: ({ thread, opened, room = roomOf(store.getState()) }, done, isWanted) =>
      inSlices(linesOf.prepare(thread, room, opened), setTimer, done, isWanted),
    sureOfEpoch: epoch.sure,
    wake: atOnce => outbox.wake(atOnce),
    linkIsBack: () => outbox.linkIsBack(),
    stop: () => {
      for (const end of following) end();
      outbox.stop();
      reads.stop();
    },
    reads,
    hooks: { ...withoutProgram(store), ...options.hooks },
  };
  const outbox = createOutbox(desk, ids => rereadShown(desk, store, ids), tellDelivery(desk));
  const following = [keepState, keepCache, keepPromises, tellOffline].map(follow => follow(desk));
  outbox.wake();
  return desk;
}

/** The services of a desk without a program around it. */
function withoutProgram(store: WorldStore): Host {
  return {
    quit: () => undefined,
    suspend: () => undefined,
    repaint: () => undefined,
    editor: text => Promise.resolve(text),
    pager: () => Promise.resolve(),
    copy: () => false,
    keepViews: async edit => edit(store.getState().savedViews),
  };
}

/**
 * Drops the loaded data of conversations that changed more than their answers show, and reads the shown parts again.
 */
function rereadShown(desk: Desk, store: WorldStore, ids: readonly number[]): void {
  const world = store.getState();
  const shown = world.detail.conversationId;
  const others = ids.filter(id => id !== shown);
  const threads = world.base.threads.without(others);
  store.setState({ ...world, base: { ...world.base, threads } });
  if (shown !== null && ids.includes(shown)) void rereadThread(desk, shown);
}

function firstWorld(
  { now, center, keyNames, bound, allowance, isReadOnly = false }: DeskOptions,
  storage: Storage,
): World {
  const world: World = { ...emptyWorld(now(), center, keyNames), bound, isReadOnly };
  const last = storage.load();
  if (!last) return world;
  const adopted = adopt(world, last, now(), now() - (allowance?.journalMs ?? now()));
  return { ...adopted.world, notice: unknownNotice(adopted.unknown.length) };
}
