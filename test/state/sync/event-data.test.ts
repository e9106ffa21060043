import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Desk } from '../../../src/state/desk.ts';
import { unresolved } from '../../../src/state/query/views.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import type { Query } from '../../../src/state/world.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { adminDesk } from '../../harness/plain-desk.ts';

/** A desk that follows the center, and what it asked since it began to. */
interface Following {
  readonly desk: Desk;
  asked: string[];
  /** Keeps the answers to changes back until it is called. */
  keepAnswers(): () => void;
  stop(): void;
}

let center: OpenCenter;
let clock: ReturnType<typeof handClock>;
let following: Following;
let ids: number[];

beforeEach(async () => {
  center = await openCenter({ settings: { pollMs: 5 } });
  clock = handClock(center.clock.now);
  ids = [];
  for (const title of ['Refund', 'Parcel', 'Invoice', 'Login']) ids.push(await arrive(title));
});
afterEach(async () => {
  following.stop();
  await center.close();
});

/** A customer's conversation, with a message. */
async function arrive(title: string): Promise<number> {
  center.clock.now += 2_000;
  const { body } = await center.call('POST', '/conversations', {
    as: 'key',
    body: { title, inbox_id: center.inboxId },
  });
  await write(body.data.id);
  return body.data.id;
}
async function write(id: number): Promise<void> {
  center.clock.now += 2_000;
  const { body } = await center.call('POST', '/contacts', {
    as: 'key',
    body: { name: 'Zoë', email: `zoe${center.clock.now}@customer.example` },
  });
  await center.call('POST', `/conversations/${id}/contacts`, { as: 'key', body: { contact_id: body.data.id } });
  await center.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Where is it?' } });
}
function byOther(method: string, path: string, body: object = {}) {
  center.clock.now += 2_000;
  return center.call(method, path, { as: 'key', body });
}

async function follow(query: Query = unresolved, hasRows = true, meanwhile = async () => {}): Promise<Following> {
  let open = Promise.resolve();
  const made: Following = {
    desk: undefined as unknown as Desk,
    asked: [],
    keepAnswers: () => {
      const kept = Promise.withResolvers<void>();
      open = kept.promise;
      return kept.resolve;
    },
    stop: () => undefined,
  };
  const fetch = async (request: Request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace('/api/agent/v1', '');
    made.asked.push(`${request.method} ${path}`);
    if (path === '/events' && !hasRows) url.searchParams.delete('rows');
    const answer = await center.center.fetch(path === '/events' ? new Request(url, request) : request);
    if (request.method !== 'GET') await open;
    return answer;
  };
  const desk = adminDesk(center, { clock, fetch });
  await loadPlaces(desk);
  await openList(desk, query);
  await meanwhile();
  const stop = keepUp(desk, { hasEvents: true });
  Object.assign(made, {
    desk,
    stop: () => {
      stop();
      desk.stop();
    },
  });
  following = made;
  await settle();
  await until(() => desk.world().isLive && made.asked.filter(path => path === 'GET /conversations').length > 1);
  await settle();
  made.asked = [];
  return made;
}
/** Lets events come, and what follows from them. */
async function settle(): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    clock.advance(200);
    await new Promise(resolve => setTimeout(resolve, 4));
  }
}
async function until(holds: () => boolean): Promise<void> {
  const passes = (): boolean => {
    clock.advance(500);
    return holds();
  };
  await expect.poll(passes, { interval: 5 }).toBe(true);
}
function counts({ desk }: Following) {
  return desk.world().inboxes.find(({ id }) => id === center.inboxId)?.counts;
}

test('changes of others are seen without a request: who left and why, who came, and how many there are', async () => {
  const { desk, asked } = await follow();
  const before = counts(following)!;
  await byOther('POST', `/conversations/${ids[0]}/archive`);
  await byOther('PUT', `/conversations/${ids[1]}`, { conversation_status_id: 2 });
  await until(() => desk.world().list.gone.size === 2);
  expect([...desk.world().list.gone.values()]).toEqual(['archived', 'now closed']);
  const arrived = await arrive('Where is my parcel?');
  await until(() => desk.world().list.newAbove.includes(arrived));
  expect(desk.world().list.rows).toEqual([...ids].reverse());
  await until(() => counts(following)?.unresolved === before.unresolved! - 1);
  await byOther('POST', `/conversations/${ids[0]}/restore_archive`);
  await until(() => desk.world().list.gone.size === 1);
  await settle();
  expect(asked).toEqual([]);
});

test('of the open conversation only a message or a note is read, and nothing when it is opened again', async () => {
  const { desk, asked } = await follow();
  await openConversation(desk, ids[2]!);
  expect(asked.splice(0)).toEqual([`GET /conversations/${ids[2]}/messages`]);
  await byOther('POST', `/conversations/${ids[2]}/tags`, { name: 'vip' });
  await until(() => desk.world().base.conversations.get(ids[2]!)?.tags.length === 1);
  await openConversation(desk, ids[2]!);
  await settle();
  expect(asked).toEqual([]);
  await write(ids[2]!);
  await until(() => threadOf(desk.world(), ids[2]!)?.messages.length === 2);
  await settle();
  expect(new Set(asked.splice(0))).toEqual(new Set([`GET /conversations/${ids[2]}/messages`]));
  await byOther('POST', `/conversations/${ids[2]}/notes`, { details: 'Called her.' });
  await until(() => threadOf(desk.world(), ids[2]!)?.notes.length === 1);
  await settle();
  asked.length = 0;
  await openConversation(desk, ids[2]!);
  expect([asked, desk.world().detail.loading]).toEqual([[], false]);
});

test('the agent’s own changes are asked for once, and never read again', async () => {
  const { desk, asked } = await follow();
  await openConversation(desk, ids[3]!);
  asked.length = 0;
  desk.commit('conversation.tag', { ids: [ids[3]!], tags: ['vip'] });
  desk.commit('conversation.archive', { ids: [ids[0]!] });
  await until(() => desk.world().pending.length === 0);
  await settle();
  expect(asked.every(request => !request.startsWith('GET'))).toBe(true);
  expect(desk.world().list.gone.size).toBe(0);
  await openConversation(desk, ids[3]!);
  expect(asked.every(request => !request.startsWith('GET'))).toBe(true);
});

test('the echo of a change may come before its answer: nothing is counted twice', async () => {
  const { desk, keepAnswers } = await follow();
  const before = counts(following)!;
  const answer = keepAnswers();
  desk.commit('conversation.archive', { ids: [ids[0]!] });
  desk.commit('note.add', { ids: [ids[1]!], details: 'Called her.', attachments: [] } as never);
  await settle();
  expect(counts(following)?.unresolved).toBe(before.unresolved! - 1);
  answer();
  await until(() => desk.world().pending.length === 0);
  await settle();
  expect(counts(following)?.unresolved).toBe(before.unresolved! - 1);
  expect(desk.world().base.conversations.get(ids[1]!)?.note_count).toBe(1);
  expect([...desk.world().list.gone.keys()]).toEqual([]);
});

test('whether a search matches a changed row only the help center knows', async () => {
  const { desk, asked } = await follow({ ...unresolved, words: 'parcel' });
  const arrived = await arrive('Another parcel');
  await until(() => desk.world().list.newAbove.includes(arrived));
  expect(asked).toContain('GET /conversations');
});

test('told is told as read: rows, reasons, arrivals and counts are those of a desk that reads everything', async () => {
  const told = await follow();
  const reading = await follow(unresolved, false);
  const steps: readonly (() => Promise<unknown>)[] = [
    () => byOther('POST', `/conversations/${ids[0]}/archive`),
    () => arrive('New 1'),
    () => byOther('PUT', `/conversations/${ids[1]}`, { conversation_status_id: 2, assign_to: center.agentId }),
    () => byOther('POST', `/conversations/${ids[2]}/tags`, { name: 'late' }),
    () => write(ids[1]!),
    () => byOther('POST', `/conversations/${ids[3]}/merge`, { conversation_ids: [ids[2]] }),
    () => byOther('POST', `/conversations/${ids[0]}/restore_archive`),
    () => byOther('PUT', `/conversations/${ids[0]}`, { title: 'Refund, at last' }),
  ];
  const seen = (one: Following): string => {
    const { list, base } = one.desk.world();
    const shown = [...list.rows, ...list.newAbove].map(id => base.conversations.get(id)!);
    const rows = shown.map(row => [row.title, row.version, row.tags, row.assign_to, row.unread, row.message_count]);
    return JSON.stringify([list.rows, [...list.gone], list.newAbove, rows, counts(one)]);
  };
  for (const step of steps) {
    const before = seen(told);
    await step();
    await until(() => seen(told) !== before && seen(reading) === seen(told));
  }
  reading.stop();
  following = told;
});

test('changes since the places were read are told, though no stream had begun', async () => {
  const { desk } = await follow(unresolved, true, async () => {
    await byOther('PUT', `/inboxes/${center.inboxId}`, { name: 'Returns' });
  });
  await until(() => desk.world().inboxes.some(({ name }) => name === 'Returns'));
});

test('rows out of sight are read every 15 seconds, and sooner if the agent opens them', async () => {
  const { desk } = await follow();
  const above = (): readonly number[] => desk.world().list.newAbove;
  const first = await arrive('First');
  await until(() => above().includes(first));
  const second = await arrive('Second');
  await settle();
  expect(above()).toEqual([first]);
  await openConversation(desk, second);
  expect(above()).toContain(second);
  const third = await arrive('Third');
  await settle();
  expect(above()).not.toContain(third);
  await until(() => above().includes(third));
});

test('the first conversations above are said at once, also where an empty list has just got its first row', async () => {
  for (const id of ids) await byOther('POST', `/conversations/${id}/archive`);
  const { desk } = await follow();
  expect(desk.world().list.rows).toEqual([]);
  const first = await arrive('First');
  await until(() => desk.world().list.rows.includes(first));
  await settle();
  const second = await arrive('Second');
  const third = await arrive('Third');
  await settle();
  expect(desk.world().list.newAbove).toEqual([third, second]);
});

test('a conversation that the agent put off comes like a new row when the customer writes', async () => {
  const { desk } = await follow();
  desk.commit('conversation.snooze', { ids: [ids[3]!], snooze: { until: null, keep: false } });
  await until(() => desk.world().pending.length === 0);
  expect(desk.world().list.rows).not.toContain(ids[3]);
  await write(ids[3]!);
  await until(() => desk.world().list.newAbove.includes(ids[3]!));
});
