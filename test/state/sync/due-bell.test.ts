import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { createDueBell, type DueBell } from '../../../src/state/sync/due-bell.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';

const MINUTE_MS = 60_000;
const AHEAD_MS = 10 * MINUTE_MS;

let center: OpenCenter;
let clock: ReturnType<typeof handClock>;
let desk: Desk;
let bell: DueBell | undefined;
let asked: string[];
let rings: number;
let me: number;

/** Waits for the requests that are under way. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

/** Lets minutes pass at the desk and at the help center. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    center.clock.now += MINUTE_MS;
    clock.advance(MINUTE_MS);
    await settled();
  }
}

/** A customer writes in a conversation; its answer is due in an hour. */
async function waiting(title: string, assign_to: number | null): Promise<number> {
  const contacts = [
    (await center.call('POST', '/contacts', { body: { name: title, email: `${title}@there.example` } })).body.data.id,
  ];
  const given = { title, inbox_id: center.inboxId, contacts };
  const { id } = (await center.call('POST', '/conversations', { body: given })).body.data;
  if (assign_to !== null) await center.call('PUT', `/conversations/${id}`, { body: { assign_to } });
  await center.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'Hello?' }, as: 'key' });
  return id;
}

async function listen(aheadMs = AHEAD_MS): Promise<void> {
  const ring = () => {
    rings += 1;
    return true;
  };
  asked = [];
  bell = createDueBell(desk, { aheadMs, ring });
  await settled();
}

beforeEach(async () => {
  center = await openCenter();
  clock = handClock(center.clock.now);
  [rings, asked, bell] = [0, [], undefined];
  await center.call('PUT', `/inboxes/${center.inboxId}`, { body: { answer_within: 60 } });
  const fetch = (request: Request) => {
    asked.push(new URL(request.url).pathname.replace('/api/agent/v1', ''));
    return center.center.fetch(request);
  };
  desk = createDesk({
    keyNames,
    client: createClient({ baseUrl: 'http://desk.example', token: () => center.tokens.admin, fetch }),
    center: safeLine('desk.example'),
    now: clock.now,
    elapsed: clock.elapsed,
    newKey: () => 'key',
    setTimer: clock.setTimer,
  });
  await loadPlaces(desk);
  me = desk.world().me!.id;
});
afterEach(async () => {
  bell?.stop();
  desk.stop();
  await center.close();
});

test('it rings once, ten minutes before the agent’s own answer is due, and asks for nothing until then', async () => {
  const id = await waiting('Refund', me);
  await listen();
  expect(asked).toEqual(['/conversations']);
  await pass(49);
  expect([rings, asked.length]).toEqual([0, 1]);
  await pass(2);
  expect([rings, desk.world().notice?.text]).toEqual([1, `#${id} is due in 9 m: Refund`]);
  await pass(60);
  expect(rings).toBe(1);
});

test('it rings for each of several, the soonest first', async () => {
  await waiting('Refund', me);
  await pass(20);
  await waiting('Parcel', me);
  await listen();
  await pass(31);
  expect([rings, desk.world().notice?.text]).toEqual([1, expect.stringContaining('Refund')]);
  await pass(20);
  expect([rings, desk.world().notice?.text]).toEqual([2, expect.stringContaining('Parcel')]);
});

test('one that is answered, or given to a colleague, does not ring', async () => {
  const [answered, given] = [await waiting('Refund', me), await waiting('Parcel', me)];
  await listen();
  await center.call('POST', `/conversations/${answered}/messages`, { body: { body_text: 'Done.' } });
  await center.call('PUT', `/conversations/${given}`, { body: { assign_to: center.agentId } });
  await pass(70);
  expect(rings).toBe(0);
});

test('one without an agent rings if the inbox has the agent’s bell', async () => {
  await waiting('Refund', null);
  await listen();
  await pass(20);
  await center.call('POST', `/inboxes/${center.inboxId}/subscribe`);
  await loadPlaces(desk);
  await settled();
  await pass(31);
  expect(rings).toBe(1);
});

test('a mail that comes later is looked for when it rings', async () => {
  await listen();
  await waiting('Refund', me);
  bell!.look();
  await settled();
  await pass(51);
  expect(rings).toBe(1);
});

test('with 0, or without a target, nothing is asked and nothing rings', async () => {
  await waiting('Refund', me);
  await listen(0);
  await pass(70);
  await center.call('PUT', `/inboxes/${center.inboxId}`, { body: { answer_within: 0 } });
  await loadPlaces(desk);
  bell!.stop();
  await listen();
  await pass(70);
  expect([rings, asked]).toEqual([0, []]);
});
