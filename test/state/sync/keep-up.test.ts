import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { everything, unresolved } from '../../../src/state/query/views.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';

let center: OpenCenter;
let desk: Desk;
let clock: ReturnType<typeof handClock>;
let stop = (): void => {};
let ids: number[];
let asked: string[];
let rings: number;
/** What stands between the desk and the events: a center without them, or a line that breaks. */
let onEvents: (request: Request) => Promise<Response>;
let cut: () => Promise<void>;

/** The answer of the center, over a line that `cut` breaks. */
async function overLine(request: Request): Promise<Response> {
  const response = await center.center.fetch(request);
  const reader = response.body!.getReader();
  let isCut = false;
  const body = new ReadableStream<Uint8Array>({
    pull: async controller => {
      const { done, value } = await reader.read();
      if (isCut || done) return controller.close();
      controller.enqueue(value);
    },
    cancel: () => reader.cancel(),
  });
  cut = async () => {
    isCut = true;
    await reader.cancel();
  };
  return new Response(body, { headers: response.headers });
}

beforeEach(async () => {
  center = await openCenter({ settings: { pollMs: 5 } });
  clock = handClock(center.clock.now);
  asked = [];
  rings = 0;
  onEvents = overLine;
  ids = [];
  for (const title of ['Refund', 'Parcel', 'Invoice']) ids.push(await create(title));
  const client = createClient({
    baseUrl: 'http://desk.example',
    token: () => center.tokens.admin,
    fetch: request => {
      const path = new URL(request.url).pathname.replace('/api/agent/v1', '');
      asked.push(path);
      return path === '/events' ? onEvents(request) : center.center.fetch(request);
    },
  });
  desk = createDesk({
    keyNames,
    client,
    center: safeLine('desk.example'),
    now: clock.now,
    elapsed: clock.elapsed,
    newKey: () => 'key',
    setTimer: clock.setTimer,
    hooks: {
      ring: () => {
        rings += 1;
      },
    },
  });
  await loadPlaces(desk);
  await openList(desk, unresolved);
});
afterEach(async () => {
  stop();
  desk.stop();
  await center.close();
});

async function create(title: string): Promise<number> {
  center.clock.now += 1_000;
  const { body } = await center.call('POST', '/conversations', { body: { title, inbox_id: center.inboxId } });
  return body.data.id;
}
/** Lets time pass in steps until it holds. */
async function until(holds: () => boolean, stepMs = 100): Promise<void> {
  for (let step = 0; step < 400; step++) {
    if (holds()) return;
    clock.advance(stepMs);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  expect(holds()).toBe(true);
}
async function follow(): Promise<void> {
  asked = [];
  stop = keepUp(desk, { hasEvents: true });
  await until(() => asked.includes('/conversations'));
  await new Promise(resolve => setTimeout(resolve, 20));
  asked = [];
}
function lists(): number {
  return asked.filter(path => path === '/conversations').length;
}

test('changes of others appear as soon as the help center reports them, and nothing moves', async () => {
  await follow();
  const arrived = await create('Where is my parcel?');
  await until(() => desk.world().list.newAbove.includes(arrived));
  expect(desk.world().list.rows).toEqual([...ids].reverse());
  await center.call('POST', `/conversations/${ids[0]}/archive`);
  await until(() => desk.world().list.gone.has(ids[0]!));
});

test('the conversation on the screen is read again if it changed, and not if another did', async () => {
  await openConversation(desk, ids[0]!);
  await follow();
  await center.call('POST', `/conversations/${ids[1]}/notes`, { body: { details: 'Not here.' } });
  await until(() => desk.world().base.conversations.get(ids[1]!)?.note_count === 1);
  expect(asked).toEqual([]);
  await center.call('POST', `/conversations/${ids[0]}/notes`, { body: { details: 'Called her back.' } });
  await until(() => threadOf(desk.world(), ids[0]!)?.notes.length === 1);
});

test('nothing is requested while nothing happens, and many events that come together are handled once', async () => {
  await follow();
  for (let second = 0; second < 50; second++) {
    // The stream's sign of life.
    if (second % 15 === 0) desk.contact.heard();
    clock.advance(1_000);
    await new Promise(resolve => setImmediate(resolve));
  }
  expect(asked).toEqual([]);
  for (const id of ids) await center.call('POST', `/conversations/${id}/tags`, { body: { name: 'vip' } });
  await new Promise(resolve => setTimeout(resolve, 60));
  await until(() => lists() > 0);
  expect(lists()).toBe(1);
});

test('a broken stream resumes after its last event: missed events come in', async () => {
  await follow();
  clock.advance(20_000);
  onEvents = async () => Response.error();
  await cut();
  const arrived = await create('Missed');
  let resumedAfter: string | null = null;
  onEvents = request => {
    resumedAfter = request.headers.get('last-event-id');
    return overLine(request);
  };
  await until(() => desk.world().list.newAbove.includes(arrived), 500);
  expect(Number(resumedAfter)).toBeGreaterThan(0);
});

test('a stream that ends soon after it began is resumed at once, but not again and again', async () => {
  await follow();
  for (const seconds of [2, 15]) {
    const beganAt = clock.elapsed();
    await cut();
    await until(() => asked.includes('/events'), 500);
    expect(clock.elapsed() - beganAt).toBeLessThan(1_000 * (seconds + 2));
    expect(clock.elapsed() - beganAt).toBeGreaterThanOrEqual(1_000 * seconds);
    // The stream has begun.
    await new Promise(resolve => setTimeout(resolve, 30));
    asked = [];
  }
});

test('a stream without a sign of life is given up and opened again', async () => {
  await follow();
  clock.advance(61_000);
  await until(() => asked.includes('/events'), 1_000);
});

test.each([
  ['has no events', () => new Response('{"error":{"code":"not_found","message":"No"}}', { status: 404 }), 2],
  // The first page may be that of the network.
  ['answers with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 2],
])('a help center that %s is asked every 15 seconds', async (_what, answer, times) => {
  onEvents = async () => answer();
  stop = keepUp(desk, { hasEvents: true });
  const arrived = await create('Polled');
  await until(() => desk.world().list.newAbove.includes(arrived), 1_000);
  clock.advance(60_000);
  await until(() => lists() > 2, 1_000);
  expect(asked.filter(path => path === '/events')).toHaveLength(times);
});

test('without events the desk asks every 15 seconds, until it ends', async () => {
  stop = keepUp(desk, { hasEvents: false });
  const arrived = await create('Polled');
  asked = [];
  clock.advance(14_900);
  expect(asked).toEqual([]);
  await until(() => desk.world().list.newAbove.includes(arrived));
  stop();
  expect(clock.waiting()).toBe(0);
});

test('a new name of a status, a tag or an agent is shown without a key, also in rows and the open conversation', async () => {
  const name = async (path: string, body: object, method = 'POST') =>
    (await center.call(method, path, { body })).body.data;
  const status = await name('/conversation_statuses', { name: 'awaiting reply' });
  const given = { conversation_ids: ids, conversation_status_id: status.id, added_tags: ['vip'] };
  await name('/conversations', given, 'PUT');
  await loadPlaces(desk);
  await openList(desk, everything);
  const shown = () => {
    const { base, list, detail } = desk.world();
    const row = base.conversations.get(list.rows[0]!)!;
    return [row.status, ...row.tags, base.conversations.get(detail.conversationId!)!.tags[0]];
  };
  await openConversation(desk, ids[0]!);
  await follow();
  await name(`/conversation_statuses/${status.id}`, { name: 'waits for us' }, 'PUT');
  await until(() => shown()[0] === 'waits for us');
  await until(() => desk.world().base.statuses.some(one => one.name === 'waits for us'));
  await name('/tags/vip', { name: 'gold' }, 'PUT');
  await until(() => shown().join() === 'waits for us,gold,gold');
  await name(`/agents/${center.agentId}`, { name: 'Benjamin' }, 'PUT');
  await until(() => desk.world().base.agents.some(agent => agent.name === 'Benjamin'));
  await until(
    () =>
      desk
        .world()
        .base.tags.map(tag => tag.name)
        .join() === 'gold',
  );
  expect(desk.world().list.rows).toEqual([...ids].reverse());
});

test('rows beyond the screen have a status’s new name too', async () => {
  const { id } = (await center.call('POST', '/conversation_statuses', { body: { name: 'awaiting reply' } })).body.data;
  await center.call('PUT', '/conversations', { body: { conversation_ids: ids, conversation_status_id: id } });
  await loadPlaces(desk);
  await openList(desk, everything);
  desk.set({ viewport: { ...desk.world().viewport, listRows: 0 } });
  await follow();
  await center.call('PUT', `/conversation_statuses/${id}`, { body: { name: 'waits for us' } });
  const statuses = () => ids.map(one => desk.world().base.conversations.get(one)!.status);
  await until(() => statuses().join() === 'waits for us,waits for us,waits for us');
});

test('customers’ messages in a subscribed inbox ring at most once a minute, however many come', async () => {
  await center.call('POST', `/inboxes/${center.inboxId}/subscribe`);
  const { body } = await center.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
  const write = () =>
    center.call('POST', `/conversations/${ids[0]}/messages`, {
      as: 'key',
      body: { body_text: 'Hello', contact_id: body.data.id },
    });
  const heard = () => desk.world().base.conversations.get(ids[0]!)?.message_count;
  await follow();
  await create('An agent’s own');
  for (let count = 0; count < 5; count++) await write();
  await until(() => heard() === 5);
  expect(rings).toBe(1);
  clock.advance(40_000);
  await write();
  await until(() => heard() === 6);
  expect(rings).toBe(1);
  clock.advance(20_000);
  await write();
  await until(() => rings === 2);
});

test('however many of the agent’s own come back at once, the desk rings once, and each comes like a new row', async () => {
  const snooze = { until: new Date(center.clock.now + 60_000).toISOString().slice(0, 19) };
  const own = { conversation_ids: ids, assign_to: center.adminId };
  await center.call('PUT', '/conversations', { body: { ...own, snooze } });
  await openList(desk, unresolved);
  await follow();
  expect(desk.world().list.rows).toEqual([]);
  center.clock.now += 60_000;
  await center.center.context.jobs.run();
  await until(() => desk.world().list.rows.length + desk.world().list.newAbove.length === 3);
  expect([rings, ids.map(id => desk.world().base.conversations.get(id)!.unread)]).toEqual([1, [true, true, true]]);
});

test('news that change numbers alone are read every 15 seconds at most, and rows on the screen at once', async () => {
  desk.set({ viewport: { ...desk.world().viewport, listRows: 20 } });
  await follow();
  const beganAt = clock.elapsed();
  const arrived = await create('First of many');
  await until(() => desk.world().list.newAbove.includes(arrived));
  asked = [];
  for (let count = 0; count < 25; count++) await create(`Mail ${count}`);
  await until(() => desk.world().list.newAbove.length === 26);
  expect(lists()).toBe(1);
  expect(clock.elapsed() - beganAt).toBeGreaterThanOrEqual(15_000);
  const changedAt = clock.elapsed();
  await create('One more');
  await center.call('POST', `/conversations/${ids[0]}/archive`);
  await until(() => desk.world().list.gone.has(ids[0]!));
  expect(clock.elapsed() - changedAt).toBeLessThan(5_000);
});
