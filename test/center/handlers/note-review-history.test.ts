import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { historyOf, makeContact, makeConversation, readConversation } from '../conversations.ts';
import { type OpenCenter, openCenter, type Who } from '../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

function add(id: number, part: 'notes' | 'reviews', body: unknown, as: Who = 'agent') {
  return desk.call('POST', `/conversations/${id}/${part}`, { as, body });
}

describe('notes', () => {
  it('are added by an agent or an API key, listed oldest first, and counted', async () => {
    const id = await makeConversation(desk);
    const { status, body } = await add(id, 'notes', { details: 'Called her.\nFine.' });
    expect([status, body.data]).toEqual([
      201,
      {
        id: 1,
        conversation_id: id,
        agent_id: desk.agentId,
        details: 'Called her.\nFine.',
        attachments: [],
        mentions: [],
        created_at: '2026-03-01T12:00:00',
      },
    ]);
    expect((await add(id, 'notes', { details: 'by key' }, 'key')).body.data.agent_id).toBeNull();
    const list = (await desk.call('GET', `/conversations/${id}/notes`, { query: { limit: 1 } })).body;
    expect([list.data[0].id, typeof list.meta.next_cursor]).toEqual([1, 'string']);
    expect(await readConversation(desk, id)).toMatchObject({ note_count: 2, message_count: 0, preview: '' });
  });

  it('need text, an attachment, or both', async () => {
    const id = await makeConversation(desk);
    const form = new FormData();
    form.append('file', new File(['x'], 'x.txt'));
    const asked = desk.request('POST', '/attachments', { as: 'agent' });
    const headers = { authorization: asked.headers.get('authorization')! };
    const { data: file } = (await (
      await desk.center.fetch(new Request(asked.url, { method: 'POST', headers, body: form }))
    ).json()) as { data: { id: number } };
    expect((await add(id, 'notes', { attachments: [file.id, file.id] })).body.data).toMatchObject({
      details: '',
      attachments: [file.id],
    });
    for (const body of [
      {},
      { details: '' },
      { details: ' \n' },
      { attachments: [] },
      { details: 'x'.repeat(65_537) },
      { details: 'x', attachments: [99] },
    ])
      expect((await add(id, 'notes', body)).status).toBe(422);
    expect((await add(id, 'notes', { details: 'x'.repeat(65_536) })).status).toBe(201);
  });

  it('are deleted by any caller who sees them; history names who, not the text', async () => {
    const id = await makeConversation(desk);
    await add(id, 'notes', { details: 'secretword' }, 'admin');
    const remove = () => desk.call('DELETE', `/conversations/${id}/notes/1`, { as: 'agent' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await readConversation(desk, id)).note_count).toBe(0);
    expect((await historyOf(desk, id)).map(({ event, agent_id, changes }) => [event, agent_id, changes])).toEqual([
      ['note.added', desk.adminId, { note_id: { from: null, to: 1 } }],
      ['note.deleted', desk.agentId, { note_id: { from: 1, to: null } }],
    ]);
    expect((await desk.call('GET', '/conversations', { query: { q: 'secretword' } })).body.data).toEqual([]);
  });

  it('are found only in their own conversation', async () => {
    const [one, other] = [await makeConversation(desk), await makeConversation(desk)];
    await add(one, 'notes', { details: 'x' });
    expect((await desk.call('DELETE', `/conversations/${other}/notes/1`)).status).toBe(404);
  });
});

describe('reviews', () => {
  it('are the requester’s unless a contact is named, and change the version, with a history entry', async () => {
    const zoe = await makeContact(desk, 'Zoë');
    const id = await makeConversation(desk, { contacts: [zoe] });
    const tag = async () => (await desk.call('GET', `/conversations/${id}`)).headers.get('etag');
    const before = await tag();
    const { status, body } = await add(id, 'reviews', { rating: 5, comment: 'Quick!' }, 'key');
    expect([status, body.data]).toEqual([
      201,
      { id: 1, conversation_id: id, contact_id: zoe, rating: 5, comment: 'Quick!', created_at: '2026-03-01T12:00:00' },
    ]);
    expect((await desk.call('GET', `/conversations/${id}/reviews`)).body.data).toEqual([body.data]);
    expect(await tag()).not.toBe(before);
    expect(await historyOf(desk, id)).toMatchObject([
      { event: 'review.added', agent_id: null, changes: { rating: { from: null, to: expect.any(Number) } } },
    ]);
  });

  it.each([{ rating: 0 }, { rating: 6 }, { rating: 2.5 }, {}, { rating: 3, contact_id: 99 }])(
    'refuse %j',
    async body => {
      expect((await add(await makeConversation(desk), 'reviews', body, 'key')).status).toBe(422);
    },
  );
});

describe('the history of a conversation', () => {
  it('is filtered by event, by time and cut by limit, in either order', async () => {
    const id = await makeConversation(desk);
    for (const status of [2, 1, 2]) {
      desk.clock.now += 1_000;
      await desk.call('PUT', `/conversations/${id}`, {
        body: { conversation_status_id: status, title: `t${desk.clock.now}` },
      });
    }
    const get = async (query: object) =>
      (await desk.call('GET', `/conversations/${id}/history`, { query: { ...query } })).body;
    const events = async (query: object) => (await get(query)).data.map((one: { event: string }) => one.event);
    expect(await events({ event: 'status.updated' })).toEqual(Array(3).fill('status.updated'));
    expect(await events({ event: ['status.updated', 'title.updated'], limit: 3 })).toEqual([
      'title.updated',
      'status.updated',
      'title.updated',
    ]);
    expect(await events({ event: 'nowhere' })).toEqual([]);
    expect(await events({ sort: 'created_at.desc', limit: 1 })).toEqual(['status.updated']);
    expect(
      await events({ after: { created_at: '2026-03-01T12:00:01' }, before: { created_at: '2026-03-01T12:00:03' } }),
    ).toEqual(['title.updated', 'status.updated']);
    expect(await events({ before: { created_at: '2026-03-01T12:00:01' } })).toEqual(['conversation.created']);
    const first = await get({ limit: 4 });
    const rest = await get({ limit: 4, cursor: first.meta.next_cursor });
    expect([...first.data, ...rest.data].map((one: { id: number }) => one.id)).toEqual(
      (await get({})).data.map((one: { id: number }) => one.id),
    );
    expect((await desk.call('GET', `/conversations/${id}/history`, { query: { limit: 300 } })).status).toBe(400);
  });
});
