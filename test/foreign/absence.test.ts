import { describe, expect, test } from 'vitest';
import { conversationAssignMe } from '../../src/actions/conversation/verbs.ts';
import { administer } from '../../src/state/administration/administer.ts';
import { keepUp } from '../../src/state/sync/keep-up.ts';
import { refresh } from '../../src/state/sync/refresh.ts';
import { openConversation } from '../../src/state/sync/thread.ts';
import { type ForeignBench, openForeignDesk } from './bench.ts';
import type { ForeignCenter } from './center/help-center.ts';
import { FREEDOMS } from './center/variant.ts';

const EXTENSIONS = ['/me', '/conversation_statuses', '/agents', '/tags'];
const WORDS = /^This help center does not/;

function fill({ conversation }: ForeignCenter): void {
  conversation('A late parcel', { id: 101 });
}

/** How often each call was asked during what `work` does. */
async function counted({ center }: ForeignBench, work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  center.asked.length = 0;
  await work();
  const counts = new Map<string, number>();
  for (const asked of center.asked) counts.set(asked, (counts.get(asked) ?? 0) + 1);
  return counts;
}

async function live({ clock, idle }: ForeignBench, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes * 60_000; passed += 5_000) {
    clock.advance(5_000);
    await idle();
  }
}

const FORMS = FREEDOMS.absence.map(form => [form, form === '404 page'] as const);

describe('missing parts of a help center', () => {
  test.for(FORMS)('and says so with %s: a reason in its place, and a quiet desk', async ([absence, isPage]) => {
    const bench = await openForeignDesk({ absence }, { fill });
    const { desk } = bench;
    const stop = keepUp(desk, { hasEvents: true });
    await openConversation(desk, 101);
    await live(bench, 1);
    const { offers } = desk.world();
    for (const name of ['me', 'statuses', 'agents', 'tags'] as const) {
      if (isPage) expect(offers[name]).toBeUndefined();
      else expect(offers[name]).toMatch(WORDS);
    }
    const minutes = await counted(bench, () => live(bench, 2));
    for (const path of EXTENSIONS) expect([path, minutes.get(`GET ${path}`) ?? 0]).toEqual([path, 0]);
    expect(minutes.get('GET /conversations')).toBeLessThanOrEqual(isPage ? 17 : 8);
    const again = await counted(bench, () => refresh(desk));
    for (const path of EXTENSIONS) expect([path, again.get(`GET ${path}`)]).toEqual([path, 1]);
    const { offline, placesProblem, notice, list } = desk.world();
    expect([offline, placesProblem, notice, list.problem]).toEqual([null, null, null, null]);
    expect(conversationAssignMe.unavailable?.(desk.world())).toMatch(/does not say which agent you are/);
    stop();
    desk.stop();
  });

  test.for(FORMS)('is refused in words, and asked for again only if a page said so: %s', async ([absence, isPage]) => {
    const bench = await openForeignDesk({ absence }, { fill });
    const { desk } = bench;
    const body = { name: 'Ann', email: 'ann@shop.example', role: 'agent', password: 'a-long-password' } as const;
    const add = () => administer(desk, 'agent.create', () => desk.client.agent.create({ body }));
    const first = await add();
    expect('reason' in first && first.reason).toMatch(isPage ? /Page not found/ : /does not offer that/);
    const asked = await counted(bench, add);
    expect([...asked.keys()]).toEqual(isPage ? ['POST /agents'] : []);
    expect(desk.world().offers['agent.create'] === undefined).toBe(isPage);
    desk.stop();
  });
});
