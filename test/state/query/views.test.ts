import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { matchesQuery } from '../../../src/state/query/match.ts';
import { countKey, inboxQuery, views } from '../../../src/state/query/views.ts';
import { findIds } from '../../../src/state/sync/find.ts';
import { readNumbers } from '../../../src/state/sync/numbers.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import type { Conversation } from '../../../src/state/world.ts';
import { type OpenCenter, openCenter, type Who } from '../../center/open-center.ts';
import { runs } from '../../harness/full.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { adminDesk } from '../../harness/plain-desk.ts';
import { createRandom, pick } from '../../harness/random.ts';

const COUNT = runs(1_000);
const SPAM = 2;

let center: OpenCenter;
beforeEach(async () => {
  center = await openCenter();
});
afterEach(() => center.close());

async function give<T>(method: string, path: string, body?: unknown, as: Who = 'key'): Promise<T> {
  const answer = await center.call(method, path, { as, ...(body === undefined ? {} : { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body?.data as T;
}

async function openDesk(as: 'admin' | 'agent'): Promise<Desk> {
  const desk = adminDesk(center, { clock: handClock(center.clock.now), token: () => center.tokens[as] });
  await loadPlaces(desk);
  desk.set({ viewport: { ...desk.world().viewport, hasNumbers: true } });
  return desk;
}

/** Random conversations: in any inbox, of any status, assigned or not, with a customer who waits or not, and so on. */
async function fill(): Promise<void> {
  const random = createRandom(1_122);
  const gone = (await give<{ id: number }>('POST', '/inboxes', { name: 'Closed shop' })).id;
  const custom = await give<{ id: number }>('POST', '/conversation_statuses', { name: 'in progress' });
  const contact = await give<{ id: number }>('POST', '/contacts', { name: 'Zoë Quinn', email: 'zoe@customer.example' });
  const statuses = [1, 1, 2, custom.id];
  const inboxes = [1, SPAM, center.inboxId, center.inboxId, gone];
  const ids: number[] = [];
  for (let count = 0; count < COUNT; count += 1) {
    center.clock.now += 1_000;
    const inbox_id = pick(random, inboxes);
    const assign_to = inbox_id === center.inboxId ? pick(random, [null, center.adminId, center.agentId]) : null;
    const { id } = await give<{ id: number }>('POST', '/conversations', {
      title: `Question ${count}`,
      inbox_id,
      assign_to,
      contacts: [contact.id],
    });
    ids.push(id);
    if (random() < 0.5) await give('POST', `/conversations/${id}/messages`, { body_text: 'Hello' });
    const conversation_status_id = pick(random, statuses);
    const snooze = { until: pick(random, [null, '2099-01-01T09:00:00Z', '2098-01-01T09:00:00Z']) };
    const isLater = conversation_status_id !== 2 && random() < 0.3;
    await give('PUT', `/conversations/${id}`, { conversation_status_id, ...(isLater ? { snooze } : {}) });
    if (random() < 0.2) await give('POST', `/conversations/${id}/archive`);
    if (random() < 0.05 && count > 0) {
      const into = pick(random, ids.slice(0, -1));
      await center.call('POST', `/conversations/${into}/merge`, { as: 'key', body: [id] });
    }
  }
  await give('DELETE', `/inboxes/${gone}`);
}

async function all(): Promise<readonly Conversation[]> {
  const desk = await openDesk('admin');
  const found: Conversation[] = [];
  for (const merged of ['0', '1'] as const) {
    let cursor: string | null = null;
    do {
      const query = { archived: 'any' as const, merged, limit: 200, ...(cursor === null ? {} : { cursor }) };
      const reply: Awaited<ReturnType<Desk['client']['conversation']['list']>> = await desk.client.conversation.list({
        query,
      });
      found.push(...reply.data);
      cursor = reply.nextCursor;
    } while (cursor !== null);
  }
  desk.stop();
  return found;
}

/** What each view is for, said without the filter language. */
function isUnresolved(one: Conversation): boolean {
  return one.status !== 'closed' && !one.archived && !one.snoozed && one.inbox_id !== SPAM && one.merged_into === null;
}
const meant: Readonly<Record<string, (one: Conversation, me: number) => boolean>> = {
  unresolved: isUnresolved,
  mine: (one, me) => isUnresolved(one) && one.assign_to === me,
  unassigned: one => isUnresolved(one) && one.assign_to === null,
  waiting: one => one.waiting_since !== null && one.inbox_id !== SPAM && one.merged_into === null,
  archived: one => one.archived && one.merged_into === null,
  later: one => Boolean(one.snoozed) && one.merged_into === null,
};

it('every conversation that is neither closed, archived nor in spam is in view 0, and every view is what it says', async () => {
  await fill();
  const held = await all();
  expect(held).toHaveLength(COUNT);
  for (const as of ['admin', 'agent'] as const) {
    const desk = await openDesk(as);
    const me = desk.world().me!.id;
    const visible = new Set(
      (await findIds(desk, { ...views[0]!.query, isUnresolved: false, archived: 'any' }, COUNT)).values(),
    );
    const seen = (one: Conversation) => as === 'admin' || visible.has(one.id);
    await readNumbers(desk);
    for (const { id, query } of views.filter(view => meant[view.id])) {
      const wanted = held.filter(one => seen(one) && meant[id]!(one, me)).map(one => one.id);
      expect(wanted.length, id).toBeGreaterThanOrEqual(COUNT / 100);
      const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
      expect(sorted(await findIds(desk, query, COUNT)), `${id} for ${as}`).toEqual(sorted(wanted));
      expect(
        held.filter(one => seen(one) && matchesQuery(query, one, desk.world()) === true).map(one => one.id).length,
        id,
      ).toBe(wanted.length);
      expect(
        held.filter(one => matchesQuery(query, one, desk.world()) === 'unknown'),
        id,
      ).toEqual([]);
      const number = desk.world().numbers.get(countKey(query))?.number;
      if (id !== 'archived' && id !== 'later') expect(number, `the number of ${id} for ${as}`).toBe(wanted.length);
    }
    for (const inbox of desk.world().base.inboxes) {
      const wanted = held.filter(one => one.inbox_id === inbox.id && isUnresolved({ ...one, inbox_id: null }));
      expect((await findIds(desk, inboxQuery(inbox.id), COUNT)).length, inbox.name).toBe(wanted.length);
      expect(inbox.counts.unresolved, inbox.name).toBe(wanted.length);
    }
    desk.stop();
  }
}, 120_000);
