import type { Desk } from '../../src/state/desk.ts';
import type { Cache } from '../../src/state/kept/cache.ts';
import type { Storage } from '../../src/state/kept/storage.ts';
import { everything } from '../../src/state/query/views.ts';
import { openList } from '../../src/state/sync/list.ts';
import { loadPlaces } from '../../src/state/sync/places.ts';
import type { Query } from '../../src/state/world.ts';
import { handClock } from '../harness/hand-clock.ts';
import { plainDesk } from '../harness/plain-desk.ts';
import { type ForeignCenter, openForeignCenter, TOKEN } from './center/help-center.ts';
import { STRANGER, type Variant } from './center/variant.ts';

/** A desk on a foreign help center in this process. */
export interface ForeignBench {
  readonly desk: Desk;
  readonly center: ForeignCenter;
  readonly clock: ReturnType<typeof handClock>;
  isCut: boolean;
  /** Waits until no request is under way. */
  idle(): Promise<void>;
  /** Lets the time pass in which everything that waits is tried again; at most so many times. */
  pass(rounds?: number): Promise<void>;
}

interface Options {
  readonly query?: Query;
  readonly storage?: Storage;
  /** What is there before the desk starts. */
  readonly fill?: (center: ForeignCenter) => void;
  /** One that is there already, instead of a new one. */
  readonly center?: ForeignCenter;
  readonly cache?: Cache;
  /** Without a link from the start. */
  readonly isCut?: boolean;
  /** The list is read at the same time as the places, as at a start. */
  readonly isCold?: boolean;
}

/** Opens both, with the vendor's freedoms; the list of everything is open. */
export async function openForeignDesk(
  variant: Partial<Variant> = {},
  {
    query = everything,
    storage,
    fill = () => undefined,
    isCold = false,
    center: former,
    cache,
    isCut = false,
  }: Options = {},
): Promise<ForeignBench> {
  const clock = handClock();
  const center = former ?? openForeignCenter({ ...STRANGER, ...variant }, clock.now);
  fill(center);
  let underWay = 0;
  const fetch = async (request: Request): Promise<Response> => {
    underWay += 1;
    try {
      if (bench.isCut) throw new Error('no link');
      const { pathname, search } = new URL(request.url);
      const token = request.headers.get('authorization')?.replace('Bearer ', '');
      const sent = { method: request.method, target: `${pathname}${search}`, token, body: await request.text() };
      const answered = center.answer(sent);
      if (!answered) throw new Error('cut');
      const { status, type, body } = answered;
      return new Response(body, { status, headers: { 'content-type': type } });
    } finally {
      underWay -= 1;
    }
  };
  const desk = plainDesk({
    clock,
    fetch,
    token: () => TOKEN,
    baseUrl: 'https://other.example',
    random: () => 0,
    ...(storage ? { storage } : {}),
    ...(cache ? { cache } : {}),
  });
  const idle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 8; quiet += 1) {
      await new Promise(resolve => setImmediate(resolve));
      if (underWay > 0) quiet = 0;
    }
  };
  const bench: ForeignBench = {
    desk,
    center,
    clock,
    isCut,
    idle,
    pass: async (rounds = 12) => {
      const isMoving = (): boolean => desk.world().pending.some(({ state }) => state !== 'asks');
      for (let round = 0; round < rounds && isMoving(); round += 1) {
        await idle();
        clock.advance(31_000);
      }
      await idle();
    },
  };
  const places = loadPlaces(desk);
  if (!isCold) await places;
  await Promise.all([places, openList(desk, query)]);
  await idle();
  return bench;
}
