import { bound } from '../../src/actions/index.ts';
import { createClient } from '../../src/client/client.ts';
import { createDesk } from '../../src/state/create-desk.ts';
import type { Desk } from '../../src/state/desk.ts';
import type { Cache } from '../../src/state/kept/cache.ts';
import type { Storage } from '../../src/state/kept/storage.ts';
import { unresolved } from '../../src/state/query/views.ts';
import { openList } from '../../src/state/sync/list.ts';
import { loadPlaces } from '../../src/state/sync/places.ts';
import type { Query } from '../../src/state/world.ts';
import { safeLine } from '../../src/text/safe.ts';
import { handClock } from '../harness/hand-clock.ts';
import { keyNames } from '../harness/key-names.ts';
import { type FakeCenter, fakeCenter, type Row } from './fake-center.ts';

/** How the link treats a request: carries it, loses it, loses only its answer, or keeps it until `release`. */
export type Link = 'up' | 'down' | 'deaf' | 'slow';

export interface Bench {
  readonly desk: Desk;
  readonly center: FakeCenter;
  readonly clock: ReturnType<typeof handClock>;
  link: Link;
  /** Lets the requests go that a slow link keeps, and waits for what follows. */
  release(): Promise<void>;
  /** Waits until no work is in progress. */
  idle(): Promise<void>;
}

interface DeskOptions {
  readonly query?: Query;
  readonly storage?: Storage;
  readonly cache?: Cache;
  readonly isLoaded?: boolean;
  readonly isReadOnly?: boolean;
  readonly clock?: ReturnType<typeof handClock>;
  /** Tells its keys from those of another desk. */
  readonly name?: string;
  /** How long the journal goes back; by default without end. */
  readonly journalMs?: number;
  /** By default always 0: every wait is as long as planned. */
  readonly random?: () => number;
}

/** A desk on a fake help center, over a link that tests can cut. */
export async function openDesk(
  rows: readonly Row[] | FakeCenter,
  {
    query = unresolved,
    storage,
    cache,
    isLoaded = true,
    isReadOnly = false,
    clock = handClock(),
    name = '',
    random = () => 0,
    journalMs,
  }: DeskOptions = {},
): Promise<Bench> {
  const center = 'fetch' in rows ? rows : fakeCenter(rows);
  let keys = 0;
  let underWay = 0;
  let kept: (() => void)[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    underWay += 1;
    try {
      if (bench.link === 'slow') {
        await new Promise<void>((resolve, reject) => {
          kept.push(resolve);
          request.signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      }
      if (bench.link === 'down') throw new Error('no link');
      const response = await center.fetch(request);
      if (bench.link === 'deaf') throw new Error('no answer');
      return response;
    } finally {
      underWay -= 1;
    }
  };
  const client = createClient({ baseUrl: 'https://help.example', token: () => 'token', fetch });
  const desk = createDesk({
    keyNames,
    bound,
    client,
    center: safeLine('help.example'),
    now: clock.now,
    elapsed: clock.elapsed,
    uptime: clock.uptime,
    random,
    newKey: () => `key-${name}${center.requests.length}-${keys++}`,
    setTimer: clock.setTimer,
    isReadOnly,
    ...(journalMs === undefined ? {} : { allowance: { ahead: 0, along: 0, journalMs } }),
    ...(storage ? { storage } : {}),
    ...(cache ? { cache } : {}),
  });
  const bench: Bench = {
    desk,
    center,
    clock,
    link: 'up',
    release: async () => {
      await bench.idle();
      for (const resolve of kept) resolve();
      kept = [];
      await bench.idle();
    },
    idle: async () => {
      // Between the pieces of one exchange nothing may be under way for a few turns.
      for (let quiet = 0; quiet < 6; quiet += 1) {
        await new Promise(resolve => setImmediate(resolve));
        if (underWay > kept.length) quiet = 0;
      }
    },
  };
  if (isLoaded) {
    await loadPlaces(desk);
    await openList(desk, query);
  }
  return bench;
}

export function cursorOf({ desk }: Bench) {
  const { cursorId, cursorIndex } = desk.world().list;
  return { cursorId, cursorIndex };
}
