import type { Desk } from '../../../src/state/desk.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { readRows } from '../../../src/state/sync/refresh.ts';
import { openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { adminDesk } from '../../harness/plain-desk.ts';

/** A help center in this process, and desks on it whose requests are counted. */
export async function macroCenter() {
  const center = await openCenter();
  const clock = handClock(center.clock.now);
  const requests: string[] = [];
  let underWay = 0;
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
    const desk = adminDesk(center, { clock, fetch });
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
