import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countQueries, startQueries } from '../../../src/contract/start.ts';
import { type OpenCenter, openCenter, type Who } from '../open-center.ts';

let desk: OpenCenter;
/** Of the inbox that the agent sees, and of one that it does not see; the second one is the newer. */
let seen: number;
let hidden: number;
beforeEach(async () => {
  desk = await openCenter();
  seen = await create('Refund', desk.inboxId);
  hidden = await create('Salaries', 1);
});
afterEach(() => desk.close());

async function create(title: string, inbox_id: number): Promise<number> {
  desk.clock.now += 1_000;
  const { id } = (await desk.call('POST', '/conversations', { body: { title, inbox_id } })).body.data;
  await desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: `Hello, ${title}` } });
  await desk.call('POST', `/conversations/${id}/notes`, { body: { details: `About ${title}` } });
  return id;
}

interface Part {
  readonly etag: string;
  readonly body: { readonly data: { readonly id: number }[] };
}
type Parts = Readonly<Record<string, Part>> & { readonly thread?: number };

async function start(
  query: object = {},
  { as = 'admin', etags = [] as string[] }: { as?: Who; etags?: string[] } = {},
) {
  const headers: Record<string, string> = etags.length > 0 ? { 'if-none-match': etags.join() } : {};
  const answer = await desk.call('GET', '/start', { as, query: query as Record<string, unknown>, headers });
  return { status: answer.status, data: answer.body?.data as Parts };
}
function etagsOf(parts: Parts): string[] {
  return Object.values(parts).flatMap(part => (typeof part === 'object' ? [`"${part.etag}"`] : []));
}
function idsOf(part: Part | undefined): number[] | undefined {
  return part?.body.data.map(({ id }) => id);
}

describe('a start', () => {
  test.each(['admin', 'agent'] as const)('gives to an %s what the single calls give, with their tags', async as => {
    const { data } = await start({ limit: 1 }, { as });
    const { thread, ...parts } = data;
    const single = {
      list: ['/conversations', { limit: 1, ...startQueries.list }],
      me: ['/me', {}],
      inboxes: ['/inboxes', {}],
      statuses: ['/conversation_statuses', {}],
      agents: ['/agents', {}],
      tags: ['/tags', startQueries.tags],
      messages: [`/conversations/${thread}/messages`, startQueries.messages],
      notes: [`/conversations/${thread}/notes`, startQueries.notes],
    } as const;
    expect(Object.keys(parts).sort()).toEqual(Object.keys(single).sort());
    for (const [name, [path, query]] of Object.entries(single)) {
      const { status, body, headers } = await desk.call('GET', path, { as, query });
      expect([name, status]).toEqual([name, 200]);
      expect({ [name]: parts[name] }).toEqual({ [name]: { body, etag: headers.get('etag')!.slice(1, -1) } });
    }
  });

  test('counts, if it is asked to, the matches of a desk’s queries', async () => {
    await desk.call('PUT', `/conversations/${seen}`, { body: { assign_to: desk.agentId } });
    const counts: Record<string, number> = {};
    for (const [name, query] of Object.entries(countQueries))
      counts[name] = (await desk.call('GET', '/conversations', { as: 'agent', query })).body.meta.total;
    expect(counts).toEqual({ unresolved: 1, mine: 1, unassigned: 0, waiting: 0 });
    expect((await start({ counts: '1' }, { as: 'agent' })).data).toMatchObject({ counts });
    expect((await start()).data).not.toHaveProperty('counts');
  });

  test('has the thread of the first conversation of its list, or of the one that is named', async () => {
    expect((await start()).data.thread).toBe(hidden);
    const { data } = await start({ thread: seen });
    expect(data.thread).toBe(seen);
    expect(data.messages!.body.data).toMatchObject([{ body_text: 'Hello, Refund' }]);
    expect(data.notes!.body.data).toHaveLength(1);
  });

  test('filters its list as the list itself does', async () => {
    expect(idsOf((await start({ inbox_ids: [desk.inboxId] })).data.list)).toEqual([seen]);
  });

  test('leaves out all parts that the reader has', async () => {
    const before = (await start()).data;
    const same = await start({ thread: hidden, version: 99 }, { etags: etagsOf(before) });
    expect(same).toEqual({ status: 200, data: { thread: hidden } });
  });

  test('has the parts that changed and no others', async () => {
    const etags = etagsOf((await start()).data);
    await desk.call('PUT', `/conversations/${seen}`, { body: { title: 'Another title' } });
    expect(Object.keys((await start({}, { etags })).data)).toEqual(['list', 'me', 'thread']);
  });

  test('has no thread whose version the reader has, and of another version what came since', async () => {
    const { version } = (await desk.call('GET', `/conversations/${seen}`)).body.data;
    expect((await start({ thread: seen, version })).data).not.toHaveProperty('messages');
    const [first] = idsOf((await start({ thread: seen })).data.messages)!;
    const { id } = (await desk.call('POST', `/conversations/${seen}/messages`, { body: { body_text: 'More' } })).body
      .data;
    const { data } = await start({ thread: seen, version, messages: first });
    expect([data.thread, idsOf(data.messages)]).toEqual([seen, [id]]);
  });
});

describe('an agent', () => {
  test('gets the conversations of its own inboxes alone', async () => {
    const { data } = await start({}, { as: 'agent' });
    expect(idsOf(data.list)).toEqual([seen]);
    expect(data.thread).toBe(seen);
    expect(idsOf(data.inboxes)).toEqual([desk.inboxId]);
    expect(JSON.stringify(data)).not.toContain('Salaries');
  });

  test('that names another conversation gets everything else, and nothing of that one', async () => {
    const { status, data } = await start({ thread: hidden }, { as: 'agent' });
    expect(status).toBe(200);
    expect(idsOf(data.list)).toEqual([seen]);
    expect(data).not.toHaveProperty('thread');
    expect(data).not.toHaveProperty('messages');
    expect(JSON.stringify(data)).not.toContain('Salaries');
  });
});

test('without a token there is no start', async () => {
  expect((await start({}, { as: 'nobody' })).status).toBe(401);
});

test('a filter that the list refuses is refused', async () => {
  const [list, whole] = [await desk.call('GET', '/conversations', { query: { limit: 0 } }), await start({ limit: 0 })];
  expect(whole.status).toBe(list.status);
  expect(whole.status).toBeGreaterThanOrEqual(400);
});
