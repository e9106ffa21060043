import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListTotal } from '../../../src/client/model.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { facetsOf } from '../../../src/state/list/facets.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { countFacets } from '../../../src/state/sync/numbers.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { adminDesk } from '../../harness/plain-desk.ts';

/** More than the first page of a list. */
const COUNT = 90;

let center: OpenCenter;
let desk: Desk;
let underWay = 0;
let most = 0;
let asked: string[] = [];
let spoil: (response: Response) => Promise<Response>;

beforeEach(async () => {
  center = await openCenter();
  [underWay, most, asked] = [0, 0, []];
  spoil = async response => response;
  const fetch = async (request: Request) => {
    underWay += 1;
    most = Math.max(most, underWay);
    asked.push(request.url);
    try {
      return await spoil(await center.center.fetch(request));
    } finally {
      underWay -= 1;
    }
  };
  desk = adminDesk(center, { clock: handClock(), fetch });
  for (let index = 0; index < COUNT; index += 1) {
    center.clock.now += 1_000;
    const tags = [index % 3 === 0 ? 'vip' : 'late', ...(index % 10 === 0 ? ['rare'] : [])];
    const body = { title: `Title ${index}`, inbox_id: center.inboxId, tags };
    await center.call('POST', '/conversations', { body });
  }
  await loadPlaces(desk);
  await openList(desk, unresolved);
  [most, asked] = [0, []];
});
afterEach(async () => {
  desk.stop();
  await center.close();
});

function countAll(isWanted = () => true) {
  const counts = new Map<string, ListTotal>();
  const facets = facetsOf(desk.world());
  const end = countFacets(desk, facets.all, { take: ({ label }, count) => counts.set(label, count), isWanted });
  return { counts, end, facets };
}

describe('the numbers of a list’s values', () => {
  it('are those of all conversations, loaded or not, with at most four questions at once', async () => {
    const { counts, end, facets } = countAll();
    expect(facets.rows).toBeLessThan(COUNT);
    expect(await end).toBe('counted');
    expect(counts.get('tag:vip')).toEqual({ number: 30, isMore: false });
    expect(counts.get('tag:late')).toEqual({ number: 60, isMore: false });
    expect(counts.get('tag:rare')).toEqual({ number: 9, isMore: false });
    expect(counts.get('status:open')).toEqual({ number: COUNT, isMore: false });
    expect(counts.get('assignee:me')).toEqual({ number: 0, isMore: false });
    expect([...counts.keys()].sort()).toEqual(facets.all.map(({ label }) => label).sort());
    expect([asked.length, most]).toEqual([facets.all.length, 4]);
    expect(asked.every(url => url.includes('limit=1') && url.includes('count=1'))).toBe(true);
  });

  it('are asked for no further once they are out of sight', async () => {
    let isOpen = true;
    const { counts, end } = countAll(() => isOpen);
    isOpen = false;
    await end;
    expect([asked.length, counts.size]).toEqual([4, 4]);
  });

  it('are asked for no further at a help center that does not count, or does not answer', async () => {
    spoil = async response => {
      const { meta: _, ...body } = (await response.json()) as { meta: unknown };
      return Response.json(body);
    };
    const silent = countAll();
    expect(await silent.end).toBe('never');
    expect([silent.counts.size, asked.length]).toEqual([0, 4]);
    asked = [];
    spoil = async () => {
      throw new Error('no link');
    };
    const refused = countAll();
    expect(await refused.end).toBe('later');
    expect(refused.counts.size).toBe(0);
    expect(asked.length).toBe(4);
  });
});
