import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { readRows } from '../../../src/state/sync/refresh.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';

/** A help center in this process, and desks on it whose requests are counted. */
export async function macroCenter() {
  const center = await openCenter();
  const clock = handClock(center.clock.now);
  const requests: string[] = [];
  let underWay = 0;
  let keys = 0;
  const fetch = async (request: Request): Promise<Response> => {
    underWay += 1;
    requests.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`);
    try {
      return await center.center.fetch(request);
    } finally {
      underWay -= 1;
    }
  };
  const idle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      await new Promise(resolve => setImmediate(resolve));
      if (underWay > 0) quiet = 0;
    }
  };
  /** A desk that has read these conversations and no others. */
  const openDesk = async (loaded: readonly number[]): Promise<Desk> => {
    const desk = createDesk({
      keyNames,
      client: createClient({ baseUrl: 'http://desk.example', token: () => center.tokens.admin, fetch }),
      center: safeLine('desk.example'),
      now: clock.now,
      elapsed: clock.elapsed,
      newKey: () => `key-${keys++}`,
      setTimer: clock.setTimer,
    });
    await loadPlaces(desk);
    if (loaded.length > 0) await readRows(desk, loaded);
    await idle();
    return desk;
  };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await center.call(method, path, body ? { body } : {});
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body?.data;
  };
  return { center, clock, requests, idle, openDesk, call };
}

export type MacroCenter = Awaited<ReturnType<typeof macroCenter>>;
