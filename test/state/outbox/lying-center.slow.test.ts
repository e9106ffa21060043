import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { sendAgain } from '../../../src/state/outbox/decide.ts';
import { titleOf, withdraw } from '../../../src/state/outbox/withdraw.ts';
import { everything } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { isFull } from '../../harness/full.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';
import { json, LIES, type LieName } from '../../harness/lies.ts';
import { openLyingProxy } from '../../harness/lying-proxy.ts';
import { refusedIn } from '../operations.ts';

const CONVERSATIONS = 10;

let center: OpenCenter;
beforeAll(async () => {
  center = await openCenter({ settings: { rateLimit: Number.POSITIVE_INFINITY } });
});
afterAll(() => center.close());

/** A desk behind a proxy, on the one help center; each has separate conversations. */
async function openBench() {
  const proxy = await openLyingProxy(center.center.fetch);
  const clock = handClock(center.clock.now);
  const ids: number[] = [];
  for (let index = 0; index < CONVERSATIONS; index += 1)
    ids.push((await center.call('POST', '/conversations', { body: { title: `Case ${index}` } })).body.data.id);
  const desk = createDesk({
    keyNames,
    client: createClient({ baseUrl: proxy.url, token: () => center.tokens.admin, fetch: request => fetch(request) }),
    center: safeLine('help.example'),
    now: clock.now,
    elapsed: clock.elapsed,
    newKey: () => crypto.randomUUID(),
    setTimer: clock.setTimer,
  });
  onTestFinished(async () => {
    desk.stop();
    await proxy.close();
  });
  await loadPlaces(desk);
  await openList(desk, everything);
  const idle = async (): Promise<void> => {
    const isBusy = () => proxy.underWay() > 0 || desk.world().pending.some(({ state }) => state === 'sending');
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await sleep(2);
      if (isBusy()) quiet = 0;
    }
  };
  /** Lets the time pass in which everything that waits is tried again. */
  const pass = async (rounds: number, ms = 31_000): Promise<void> => {
    for (let round = 0; round < rounds && desk.world().pending.length > 0; round += 1) {
      await idle();
      clock.advance(ms);
    }
    await idle();
  };
  return { proxy, clock, desk, ids, idle, pass };
}
type Bench = Awaited<ReturnType<typeof openBench>>;

/** Two changes of each conversation: a note, and one of every other kind in turn. */
function queue(desk: Desk, ids: readonly number[]): void {
  const kinds: readonly ((id: number) => void)[] = [
    id => desk.commit('conversation.archive', { ids: [id] }),
    id => desk.commit('conversation.tag', { ids: [id], tags: ['vip'] }),
    id => desk.commit('conversation.status', { ids: [id], conversation_status_id: 2 }),
    id => desk.commit('conversation.title', { ids: [id], title: 'Another title' }),
    id => desk.commit('conversation.rating', { ids: [id], disable_rating: true }),
  ];
  for (const [index, id] of ids.entries()) {
    desk.commit('note.add', { ids: [id], details: `Note on ${id}` });
    kinds[index % kinds.length]!(id);
  }
}

/** Every change of the queue was carried out, each only once. */
async function expectEachOnce({ ids, desk }: Bench): Promise<void> {
  const found = await Promise.all(
    ids.map(async id => {
      const { archived, tags, conversation_status_id, title, disable_rating } = (
        await center.call('GET', `/conversations/${id}`)
      ).body.data;
      const notes = (await center.call('GET', `/conversations/${id}/notes`)).body.data as { details: string }[];
      const isDone = archived || tags[0] === 'vip' || conversation_status_id === 2;
      return [isDone || title === 'Another title' || disable_rating, notes.map(({ details }) => details)];
    }),
  );
  expect(found).toEqual(ids.map(id => [true, [`Note on ${id}`]]));
  expect([desk.world().pending, desk.world().refused, desk.world().unsent]).toEqual([[], [], 0]);
}

/** One of each kind; `FRONTDESK_FULL=1` tries all of them. */
const SHORT: readonly LieName[] = [
  'HTML 403',
  'HTML 511',
  'an empty 200',
  'a redirect elsewhere',
  'truncated JSON',
  '3 MB of JSON',
  'a gateway’s JSON 403',
  '429 with a date',
  '503 with an absurd time',
  '401',
];

test.for(isFull ? (Object.keys(LIES) as LieName[]) : SHORT)(
  '20 changes wait while a proxy answers everything with %s, then each is done once',
  {
    timeout: 60_000,
  },
  async name => {
    const bench = await openBench();
    const { desk, proxy, pass, ids } = bench;
    proxy.lie(() => LIES[name]);
    queue(desk, ids);
    await pass(3);
    expect(desk.world().pending.map(({ state }) => state)).toEqual(Array(20).fill('waiting'));
    expect([desk.world().refused, Object.entries(writtenIn(desk.world().drafts))]).toEqual([[], []]);
    proxy.tellTheTruth();
    await pass(40);
    await expectEachOnce(bench);
  },
);

function isWrite(method: string): boolean {
  return method !== 'GET';
}

test.for<LieName>(['HTML 403', 'truncated JSON'])(
  '20 changes wait while a proxy answers only writes with %s',
  async name => {
    const bench = await openBench();
    const { desk, proxy, pass, ids } = bench;
    proxy.lie(method => (isWrite(method) ? LIES[name] : undefined));
    queue(desk, ids);
    await pass(3);
    expect(desk.world().pending).toHaveLength(20);
    proxy.tellTheTruth();
    await pass(40);
    await expectEachOnce(bench);
  },
);

test.for<LieName>(['an empty 200', '3 MB of JSON', 'a gateway’s JSON 403'])(
  'the agent is asked about a change if only writes get %s and a read finds it not done',
  async name => {
    const bench = await openBench();
    const { desk, proxy, pass, ids } = bench;
    proxy.lie(method => (isWrite(method) ? LIES[name] : undefined));
    queue(desk, ids);
    await pass(3);
    expect(desk.world().pending.map(({ state }) => state)).toEqual(ids.flatMap(() => ['asks', 'asks']));
    proxy.tellTheTruth();
    sendAgain(
      desk,
      desk.world().pending.map(({ key }) => key),
    );
    await pass(40);
    await expectEachOnce(bench);
  },
);

test.for<LieName>(['an empty 200', '3 MB of JSON', 'a gateway’s JSON 403'])(
  'a change counts as done if its answer is %s and a read finds it done',
  async name => {
    const bench = await openBench();
    const { desk, proxy, pass, ids } = bench;
    proxy.lie(method => (isWrite(method) ? { ...LIES[name], afterTheDeed: true } : undefined));
    queue(desk, ids);
    await pass(3);
    await expectEachOnce(bench);
  },
);

test.for(isFull ? [403, 404, 409, 422] : [404, 422])(
  'the agent is asked if another kind of help center says %i in JSON, and other changes go on',
  async status => {
    const bench = await openBench();
    const { desk, proxy, pass, ids } = bench;
    const [id, other] = ids as [number, number];
    const lie = json(status, { message: 'Not on a Sunday' });
    proxy.lie((method, path) => (isWrite(method) && path.startsWith(`/conversations/${id}/`) ? lie : undefined));
    desk.commit('note.add', { ids: [id], details: 'Called her.' });
    desk.commit('note.add', { ids: [other], details: 'Called him.' });
    await pass(3);
    const [asking] = desk.world().pending;
    expect(desk.world().pending).toHaveLength(1);
    expect(asking).toMatchObject({ state: 'asks', problem: `${status}: Not on a Sunday` });
    expect(desk.world().notice?.text).toMatch(/^Not confirmed: Noted on #\d+\. .*It is kept · go asks$/);
    expect((await center.call('GET', `/conversations/${other}/notes`)).body.data).toHaveLength(1);
    const before = proxy.asked.filter(request => request.startsWith('POST')).length;
    await pass(10);
    expect(proxy.asked.filter(request => request.startsWith('POST'))).toHaveLength(before);
    withdraw(desk, asking!.key, true);
    expect([desk.world().pending, Object.entries(writtenIn(desk.world().drafts))]).toEqual([
      [],
      [[`note:${id}`, 'Called her.']],
    ]);
  },
);

test('a refusal of the help center stays with its reason and the words, over a restart', async () => {
  const { desk, proxy, pass, ids } = await openBench();
  const [id] = ids as [number];
  const error = { code: 'validation_failed', message: 'One field is wrong.' };
  const details = [{ path: 'details', message: 'names a card number' }];
  proxy.lie(method => (isWrite(method) ? json(422, { error: { ...error, details } }) : undefined));
  desk.commit('note.add', { ids: [id], details: 'Card 4111…' });
  await pass(2);
  expect(desk.world().pending).toEqual([]);
  expect(desk.world().refused).toMatchObject([
    { name: 'note.add', reasons: [{ id, reason: 'details: names a card number' }], args: { details: 'Card 4111…' } },
  ]);
  expect(titleOf(desk.world().refused[0]!, desk.world())).toBe(`Noted on #${id}`);
  expect(refusedIn(desk.storage.load()!)).toEqual(desk.world().refused);
});
