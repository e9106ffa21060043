import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/client/api-error.ts';
import { startQueries } from '../../src/contract/start.ts';
import { clientOver, conversation, json } from './fake-fetch.ts';

const EMPTY = { data: [], meta: { next_cursor: null } };
const ME = {
  data: { agent: { id: 1, name: 'Ana', email: 'ana@shop.example', role: 'admin', disabled: false }, api_key: null },
};
const LIST = { data: [conversation(12), conversation(11)], meta: { next_cursor: null } };
const MESSAGES = { data: [{ id: 7, body_text: 'Hello' }], meta: { next_cursor: null } };

function part(etag: string, body: object) {
  return { etag, body };
}
const PARTS = {
  list: part('l1', LIST),
  me: part('m1', ME),
  inboxes: part('i1', { ...EMPTY, data: [{ id: 3, name: 'Support' }] }),
  statuses: part('s1', EMPTY),
  agents: part('a1', EMPTY),
  tags: part('t1', EMPTY),
  messages: part('g1', MESSAGES),
  notes: part('n1', EMPTY),
  thread: 12,
};

/** A client that expects a start, and the paths that were asked for; `answer` answers the start. */
function starting(answer: () => Response, known: { etags?: string[] } = {}) {
  const { client, requests } = clientOver(request => {
    const path = pathOf(request);
    if (path === '/start') return answer();
    if (path === '/me') return json(ME);
    if (path === '/conversations') return json(LIST, { headers: { etag: '"alone"' } });
    if (path === '/conversations/12/messages') return json(MESSAGES);
    return json(EMPTY);
  });
  client.atStart.expect({ etags: known.etags ?? [] });
  return { client, requests, asked: () => requests.map(pathOf) };
}
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace('/api/agent/v1', '');
}
const thread = { params: { conversation_id: 12 }, query: startQueries.messages };
const notes = { params: { conversation_id: 12 }, query: startQueries.notes };
type Starting = ReturnType<typeof starting>;

/** All that a start has, one call after the other. */
async function readAll({ client }: Starting, etag?: string) {
  const list = await client.conversation.list({ query: { ...startQueries.list, limit: 30 }, etag: etag ?? null });
  const places = [
    await client.session.me(),
    await client.inbox.list({ etag: etag ?? null }),
    await client.status.list({ etag: etag ?? null }),
    await client.agent.list({ etag: etag ?? null }),
    await client.tag.list({ query: startQueries.tags, etag: etag ?? null }),
  ] as const;
  return { list, places, messages: await client.message.list(thread), notes: await client.note.list(notes) };
}

describe('a client that expects a start', () => {
  test('asks for all parts with its first list, and gives each call its own', async () => {
    const start = starting(() => json({ data: PARTS }));
    const { list, places, messages } = await readAll(start);
    expect(start.asked()).toEqual(['/start']);
    expect(new URL(start.requests[0]!.url).search).toBe('?limit=30');
    expect(list).toMatchObject({ data: [{ id: 12 }, { id: 11 }], etag: '"l1"', isSame: false });
    expect(places[0].data.agent).toMatchObject({ id: 1 });
    expect(places[1]).toMatchObject({ data: [{ id: 3 }], etag: '"i1"' });
    expect(messages.data).toMatchObject([{ id: 7, body_text: 'Hello' }]);
    expect([start.client.atStart.isOfOneMoment(), start.client.atStart.threadAtHand()]).toEqual([true, 12]);
  });

  test('says what it has, and takes what is left out for unchanged', async () => {
    const { me, thread: at } = PARTS;
    const start = starting(() => json({ data: { me, thread: at } }), { etags: ['"i1"', '"s1"'] });
    const list = await start.client.conversation.list({ query: { ...startQueries.list, limit: 30 }, etag: '"l1"' });
    expect(start.requests[0]!.headers.get('if-none-match')).toBe('"l1","i1","s1"');
    expect(list).toMatchObject({ data: [], isSame: true, etag: '"l1"' });
    expect(await start.client.inbox.list({ etag: '"i1"' })).toMatchObject({ isSame: true, etag: '"i1"' });
    expect(start.asked()).toEqual(['/start']);
  });

  test('asks by itself for parts that were left out and are not here', async () => {
    const { inboxes: _, ...without } = PARTS;
    const start = starting(() => json({ data: without }));
    await readAll(start);
    expect(start.asked()).toEqual(['/start', '/inboxes']);
  });

  test('takes a part once, but the thread as often as it is wanted', async () => {
    const start = starting(() => json({ data: PARTS }));
    await readAll(start);
    await start.client.message.list(thread);
    expect(start.asked()).toEqual(['/start']);
    await start.client.inbox.list();
    expect(start.asked()).toEqual(['/start', '/inboxes']);
  });

  test.each([
    ['the events', ({ client }: Starting) => client.service.events({ query: {} })],
    ['a change', ({ client }: Starting) => client.note.remove({ params: { conversation_id: 12, note_id: 1 } })],
  ])('asks for the thread again once %s may have made it older', async (_what, after) => {
    const start = starting(() => json({ data: PARTS }));
    await start.client.conversation.list({ query: { ...startQueries.list, limit: 30 } });
    await after(start).catch(() => undefined);
    expect(start.client.atStart.threadAtHand()).toBeUndefined();
    await start.client.message.list(thread);
    expect(start.asked()).toContain('/conversations/12/messages');
  });

  test('tells a call that its answer was at hand, but not the one that waited for it', async () => {
    const start = starting(() => json({ data: PARTS }));
    const atHand: string[] = [];
    const query = { ...startQueries.list, limit: 30 };
    await start.client.conversation.list({ query, onAtHand: () => atHand.push('list') });
    await start.client.inbox.list({ onAtHand: () => atHand.push('inboxes') });
    expect(atHand).toEqual(['inboxes']);
  });
});

const ALONE = [
  '/start',
  '/conversations',
  '/me',
  '/inboxes',
  '/conversation_statuses',
  '/agents',
  '/tags',
  '/conversations/12/messages',
  '/conversations/12/notes',
];

describe('without a start, each part is asked for by itself', () => {
  test.each([404, 405, 501])('if an older service answers %i', async status => {
    const start = starting(() => json({ error: { code: 'not_found', message: 'No such call.' } }, { status }));
    const { list, messages } = await readAll(start);
    expect(start.asked()).toEqual(ALONE);
    expect(list).toMatchObject({ data: [{ id: 12 }, { id: 11 }], etag: '"alone"' });
    expect(messages.data).toHaveLength(1);
    expect([start.client.atStart.isOfOneMoment(), start.client.atStart.threadAtHand()]).toEqual([false, undefined]);
  });

  test.each([
    ['no object', json({ data: [] })],
    ['another form', json({ data: { ...PARTS, thread: 'twelve' } })],
    ['no caller', json({ data: { list: PARTS.list } })],
    ['a web page', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('if the answer is %s', async (_what, response) => {
    const start = starting(() => response);
    await readAll(start);
    expect(start.asked()).toEqual(ALONE);
  });

  test('if it is refused: the refusal of the list itself is told', async () => {
    const refusal = () => json({ error: { code: 'unauthenticated', message: 'Sign in.' } }, { status: 401 });
    const { client, requests } = clientOver(refusal);
    client.atStart.expect({ etags: [] });
    const error = await client.conversation.list({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401 });
    expect(requests.map(pathOf)).toEqual(['/start', '/conversations']);
  });

  test('if one part is not in its form: that call alone fails', async () => {
    const start = starting(() => json({ data: { ...PARTS, tags: part('t1', { data: 'none' }) } }));
    await start.client.conversation.list({ query: { ...startQueries.list, limit: 30 } });
    await expect(start.client.tag.list({ query: startQueries.tags })).rejects.toBeInstanceOf(ApiError);
    expect((await start.client.inbox.list()).data).toHaveLength(1);
    expect(start.asked()).toEqual(['/start']);
  });

  test('if the link was lost: the call that waited fails, and the next one asks for itself', async () => {
    const start = starting(() => {
      throw new Error('no link');
    });
    await expect(start.client.conversation.list({})).rejects.toBeInstanceOf(ApiError);
    await start.client.conversation.list({});
    expect(start.asked()).toEqual(['/start', '/conversations']);
  });
});

test('a malformed tag is not sent back to the help center', async () => {
  const start = starting(() => json({ data: { ...PARTS, list: part('a"\r\nx: y', LIST) } }));
  expect((await start.client.conversation.list({ query: { ...startQueries.list, limit: 30 } })).etag).toBeNull();
});

test('without expecting one, a client asks for no start', async () => {
  const { client, requests } = clientOver(() => json(LIST));
  await client.conversation.list({});
  expect(requests.map(pathOf)).toEqual(['/conversations']);
});
