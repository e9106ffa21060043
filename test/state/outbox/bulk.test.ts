import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createConversation } from '../../../src/center/model/conversation/write.ts';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { conflicting } from '../../../src/state/operations/operation.ts';
import { retryRefused } from '../../../src/state/outbox/decide.ts';
import { everything } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadConversations } from '../../../src/state/sync/thread.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { keyNames } from '../../harness/key-names.ts';

/** A request as the help center received it. */
interface Heard {
  readonly what: string;
  readonly key: string | null;
  readonly ids: readonly number[];
  readonly text: string;
}

let center: OpenCenter;
beforeAll(async () => {
  center = await openCenter({ settings: { rateLimit: Number.POSITIVE_INFINITY } });
});
afterAll(() => center.close());

/** A desk of the admin on the help center, with what it heard; `tamper` stands between them. */
function openBench() {
  const clock = handClock(center.clock.now);
  const heard: Heard[] = [];
  let underWay = 0;
  const bench = {
    tamper: (request: Request): Promise<Response> => center.center.fetch(request),
    heard,
    clock,
    writes: () => heard.filter(({ what }) => !what.startsWith('GET')),
    idle: async (): Promise<void> => {
      for (let quiet = 0; quiet < 8; quiet += 1) {
        await new Promise(resolve => setImmediate(resolve));
        if (underWay > 0) quiet = 0;
      }
    },
    desk: undefined as unknown as Desk,
  };
  const fetch = async (request: Request): Promise<Response> => {
    underWay += 1;
    try {
      const text = await request.clone().text();
      const what = `${request.method} ${new URL(request.url).pathname.replace('/api/agent/v1', '')}`;
      const ids = text === '' ? [] : (JSON.parse(text).conversation_ids ?? []);
      heard.push({ what, key: request.headers.get('idempotency-key'), ids, text });
      return await bench.tamper(request);
    } finally {
      underWay -= 1;
    }
  };
  let keys = 0;
  const prefix = crypto.randomUUID();
  bench.desk = createDesk({
    keyNames,
    client: createClient({ baseUrl: 'http://desk.example', token: () => center.tokens.admin, fetch }),
    center: safeLine('desk.example'),
    now: clock.now,
    elapsed: clock.elapsed,
    newKey: () => `${prefix}-${keys++}`,
    setTimer: clock.setTimer,
  });
  onTestFinished(() => bench.desk.stop());
  return bench;
}
type Bench = ReturnType<typeof openBench>;

async function create(count: number, more: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const { body } = await center.call('POST', '/conversations', { body: { title: `Case ${at}`, ...more } });
    ids.push(body.data.id);
  }
  return ids;
}
/** So many take long to make: each test changes something else of them. */
let elevenHundred: Promise<number[]> | undefined;
function createElevenHundred(): Promise<number[]> {
  elevenHundred ??= center.center.write(async work => {
    const made: number[] = [];
    for (let at = 0; at < 1_100; at += 1)
      made.push((await createConversation(work, { title: `Case ${at}`, inboxId: 1 }, { agentId: 1, now: 0 })).id);
    return made;
  });
  return elevenHundred;
}
async function held(ids: readonly number[]) {
  const all = await Promise.all(ids.map(id => center.call('GET', `/conversations/${id}`)));
  return all.map(({ body }) => body.data);
}
async function mergeAway(id: number): Promise<number> {
  const [into] = await create(1);
  await center.call('POST', `/conversations/${into}/merge`, { body: { conversation_ids: [id] } });
  return into!;
}
async function load({ desk, idle }: Bench, ids: readonly number[]): Promise<void> {
  await openList(desk, everything);
  await loadConversations(desk, ids);
  await idle();
}

describe('a change of many conversations', () => {
  test.for([
    ['conversation.archive', {}, { archived: true }],
    ['conversation.status', { conversation_status_id: 2 }, { conversation_status_id: 2 }],
    ['conversation.assign', { assign_to: 1 }, { assign_to: 1 }],
    ['conversation.move', { inbox_id: 2 }, { inbox_id: 2 }],
    ['conversation.snooze', { snooze: { until: null, keep: false } }, { snoozed: { until: null, keep: false } }],
    ['conversation.tag', { tags: ['late', 'vip'] }, { tags: ['late', 'vip'] }],
  ] as const)('%s is one request, and so is its undo', async ([name, args, expected]) => {
    const bench = openBench();
    const ids = await create(12);
    await load(bench, ids);
    const before = await held(ids);
    bench.heard.length = 0;
    bench.desk.commit(name, { ids, ...args } as never);
    await bench.idle();
    expect(bench.writes().map(({ ids: sent }) => sent)).toEqual([ids]);
    for (const one of await held(ids)) expect(one).toMatchObject(expected);
    bench.desk.undo();
    await bench.idle();
    expect(bench.writes().map(({ ids: sent }) => sent)).toEqual([ids, ids]);
    const plain = (rows: readonly object[]) => rows.map(row => ({ ...row, updated_at: null, version: null }));
    expect(plain(await held(ids))).toEqual(plain(before));
  });

  test('is undone by one request for each former value', async () => {
    const bench = openBench();
    const ids = [...(await create(4)), ...(await create(5, { assign_to: center.adminId }))];
    await load(bench, ids);
    bench.desk.commit('conversation.assign', { ids, assign_to: null });
    await bench.idle();
    bench.heard.length = 0;
    bench.desk.undo();
    await bench.idle();
    expect(bench.writes().map(({ ids: sent }) => sent)).toEqual([ids.slice(4)]);
    expect((await held(ids)).map(one => one.assign_to)).toEqual([...Array(4).fill(null), ...Array(5).fill(1)]);
  });

  test('leaves out those that are gone and sends the others in one more request, under a key of its own', async () => {
    const bench = openBench();
    const ids = await create(30);
    await load(bench, ids);
    const into = await mergeAway(ids[4]!);
    await mergeAway(ids[20]!);
    const unknown = 9_000_000;
    bench.heard.length = 0;
    bench.desk.commit('conversation.archive', { ids: [...ids, unknown] });
    await bench.idle();
    const left = ids.filter(id => id !== ids[4] && id !== ids[20]);
    expect(bench.writes().map(({ what, ids: sent }) => [what, sent])).toEqual([
      ['PUT /conversations', [...ids, unknown]],
      ['PUT /conversations', ids],
      ['PUT /conversations', left],
    ]);
    expect(new Set(bench.writes().map(({ key }) => key)).size).toBe(3);
    expect((await held(left)).every(one => one.archived)).toBe(true);
    const { refused, notice } = bench.desk.world();
    expect(refused[0]?.reasons).toEqual([
      { id: unknown, reason: `there is no conversation ${unknown}, or you may not see it` },
    ]);
    expect(conflicting(bench.desk.world()).map(({ state, args, conflict }) => [state, args, conflict])).toMatchObject([
      ['asks', { ids: [ids[4], ids[20]] }, [{ id: ids[4], kind: 'merged', into }, { id: ids[20] }]],
    ]);
    expect(notice?.text).toBe('28 done, 1 refused, 2 ask · Enter lists them');
  });

  test('undoes what was done and nothing else, also if a later change was refused for others', async () => {
    const bench = openBench();
    const ids = await create(10);
    await load(bench, ids);
    const [first, second] = ids as [number, number];
    await mergeAway(first);
    bench.desk.commit('conversation.tag', { ids, tags: ['one'] });
    await bench.idle();
    await mergeAway(second);
    bench.desk.commit('conversation.archive', { ids: ids.slice(1) });
    await bench.idle();
    const both = ids.slice(2);
    bench.heard.length = 0;
    bench.desk.undo();
    await bench.idle();
    expect(bench.writes().map(({ ids: sent, text }) => [sent, JSON.parse(text).archived])).toEqual([[both, false]]);
    expect(bench.desk.world().notice?.text).toBe('Undone: Archived 9 conversations · Z redoes');
    bench.heard.length = 0;
    bench.desk.undo();
    await bench.idle();
    expect(bench.writes().at(-1)?.ids).toEqual(both);
    expect((await held(both)).map(one => [one.archived, one.tags])).toEqual(both.map(() => [false, []]));
  });

  test('repeats every request with the same key and body, whichever answer was lost', async () => {
    for (let lost = 0; lost < 4; lost += 1) {
      const bench = openBench();
      const ids = await create(8);
      await load(bench, ids);
      const into = await mergeAway(ids[0]!);
      bench.heard.length = 0;
      let count = -1;
      bench.tamper = async request => {
        if (request.method !== 'GET') count += 1;
        const answer = await center.center.fetch(request);
        if (request.method !== 'GET' && count === lost) throw new Error('no answer');
        return answer;
      };
      bench.desk.commit('conversation.tag', { ids, tags: ['once'] });
      await bench.idle();
      bench.clock.advance(31_000);
      await bench.idle();
      expect(bench.desk.world().pending).toEqual([]);
      const bodies = Map.groupBy(bench.writes(), ({ key }) => key);
      for (const [key, same] of bodies) expect(new Set(same.map(({ text }) => text)).size, `${key}`).toBe(1);
      // The third is the one that goes to the conversation that took one of them in.
      expect(bodies.size).toBe(3);
      expect((await held([into, ...ids.slice(1)])).every(one => one.tags.includes('once'))).toBe(true);
      expect(bench.desk.world().refused).toEqual([]);
    }
  });

  test('says how far it is once a second, and then what was done', async () => {
    const bench = openBench();
    const ids = await createElevenHundred();
    const said: string[] = [];
    bench.desk.store.subscribe(({ notice }, former) => {
      if (notice && notice !== former.notice) said.push(notice.text);
    });
    bench.tamper = request => {
      bench.clock.advance(700);
      return center.center.fetch(request);
    };
    bench.desk.commit('conversation.archive', { ids });
    await bench.idle();
    const done = 'Archived 1,100 conversations · z undoes';
    expect(said).toEqual([done, 'Archiving 1,000 of 1,100', done]);
  });

  test('leaves a later notice alone while it goes on', async () => {
    const bench = openBench();
    const ids = await createElevenHundred();
    let count = 0;
    bench.tamper = request => {
      bench.clock.advance(2_000);
      count += 1;
      if (count === 2) bench.desk.notify({ tone: 'done', text: safeLine('Marked all 3') });
      return center.center.fetch(request);
    };
    bench.desk.commit('conversation.tag', { ids, tags: ['late'] });
    await bench.idle();
    expect(bench.desk.world().notice?.text).toBe('Marked all 3');
    expect((await held(ids.slice(-1)))[0].tags).toEqual(['late']);
  });
});

describe('a refused part', () => {
  test('is sent again alone, under a new key, and undone alone', async () => {
    const bench = openBench();
    const ids = await create(6, { inbox_id: 1 });
    await load(bench, ids);
    const closed = 8_000_000;
    bench.desk.commit('conversation.tag', { ids: [...ids, closed], tags: ['x'] });
    await bench.idle();
    const first = bench.heard.at(-1)!.key;
    bench.heard.length = 0;
    retryRefused(bench.desk, bench.desk.world().refused[0]!);
    await bench.idle();
    expect(bench.writes().map(({ ids: sent }) => sent)).toEqual([[closed]]);
    expect(bench.writes()[0]!.key).not.toBe(first);
    expect(bench.desk.world().refused).toHaveLength(1);
    // The first one says that the refused one came to nothing.
    bench.desk.undo();
    bench.desk.undo();
    await bench.idle();
    expect((await held(ids)).every(one => one.tags.length === 0)).toBe(true);
  });
});

describe('a help center that ignores archived in a mass update', () => {
  /** Answers a mass update as if the field were not there. */
  async function ignoring(request: Request): Promise<Response> {
    if (request.method !== 'PUT') return center.center.fetch(request);
    const { archived: _, ...body } = await request.clone().json();
    return center.center.fetch(new Request(request, { body: JSON.stringify(body) }));
  }

  test.for(['conversation.archive', 'conversation.restore'] as const)(
    '%s is done one by one, and the mass update is not tried again',
    async name => {
      const bench = openBench();
      const ids = await create(5);
      const wanted = name === 'conversation.archive';
      if (!wanted) await center.call('PUT', '/conversations', { body: { conversation_ids: ids, archived: true } });
      await load(bench, ids);
      bench.heard.length = 0;
      bench.tamper = ignoring;
      bench.desk.commit(name, { ids });
      await bench.idle();
      expect((await held(ids)).map(one => one.archived)).toEqual(ids.map(() => wanted));
      expect(bench.writes().map(({ what }) => what.replace(/\d+/, '#'))).toEqual([
        'PUT /conversations',
        ...ids.map(() => `POST /conversations/#/${wanted ? 'archive' : 'restore_archive'}`),
      ]);
      expect(bench.desk.world().notice?.tone).toBe('done');
      bench.heard.length = 0;
      bench.desk.undo();
      await bench.idle();
      expect(bench.writes()).toHaveLength(5);
      expect((await held(ids)).map(one => one.archived)).toEqual(ids.map(() => !wanted));
    },
  );

  test('is believed by no answer without the field: a restore is done one by one', async () => {
    const bench = openBench();
    const ids = await create(3);
    await center.call('PUT', '/conversations', { body: { conversation_ids: ids, archived: true } });
    await load(bench, ids);
    bench.tamper = async request => {
      const answer = await ignoring(request);
      if (request.method !== 'PUT') return answer;
      const { data } = await answer.json();
      return Response.json({ data: data.map(({ id, title }: { id: number; title: string }) => ({ id, title })) });
    };
    bench.desk.commit('conversation.restore', { ids });
    await bench.idle();
    expect((await held(ids)).map(one => one.archived)).toEqual([false, false, false]);
  });

  test('and refuses it in words of its own: each is sent alone', async () => {
    const bench = openBench();
    const ids = await create(3);
    await load(bench, ids);
    bench.tamper = async request =>
      request.method === 'PUT'
        ? Response.json({ message: 'Nothing to update' }, { status: 400 })
        : center.center.fetch(request);
    bench.desk.commit('conversation.archive', { ids });
    await bench.idle();
    expect((await held(ids)).map(one => one.archived)).toEqual([true, true, true]);
    expect([bench.desk.world().pending, bench.desk.world().refused]).toEqual([[], []]);
  });

  test('may have heard of the change if the link fails after its answer: z does not withdraw it', async () => {
    const bench = openBench();
    const ids = await create(3);
    await load(bench, ids);
    bench.tamper = async request => {
      if (request.method === 'PUT') return ignoring(request);
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });
    };
    bench.desk.commit('conversation.archive', { ids });
    await bench.idle();
    expect(bench.desk.world().pending).toMatchObject([{ state: 'waiting', attempts: { count: 1 } }]);
  });
});
