import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  countsOf,
  historyOf,
  listedIds,
  makeContact,
  makeConversation,
  readConversation,
} from '../../conversations.ts';
import { type OpenCenter, openCenter, type Who } from '../../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

function merge(target: number, body: unknown, as: Who = 'admin') {
  return desk.call('POST', `/conversations/${target}/merge`, { as, body });
}
async function data(path: string) {
  return (await desk.call('GET', path)).body.data;
}
function write(id: number, text: string) {
  return desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: text } });
}

describe('merging conversations', () => {
  it('moves messages, notes, tags, contacts and reviews to the target in time order', async () => {
    const [zoe, adam, eve] = [
      await makeContact(desk, 'Zoë'),
      await makeContact(desk, 'Adam'),
      await makeContact(desk, 'Eve'),
    ];
    const target = await makeConversation(desk, {
      title: 'Target',
      contacts: [zoe],
      tags: ['a'],
      assign_to: desk.agentId,
    });
    const source = await makeConversation(desk, {
      title: 'Sourcetitle',
      contacts: [adam, zoe],
      tags: ['A', 'b'],
      conversation_status_id: 2,
    });
    const second = await makeConversation(desk, { contacts: [eve] });
    for (const [id, text] of [
      [source, 'one'],
      [target, 'two'],
      [second, 'three'],
      [source, 'four'],
    ] as const) {
      desk.clock.now += 1_000;
      await write(id, text);
    }
    await desk.call('POST', `/conversations/${source}/notes`, { body: { details: 'call back' } });
    await desk.call('POST', `/conversations/${source}/reviews`, { as: 'key', body: { rating: 4 } });
    const { status, body } = await merge(target, { conversation_ids: [second, String(source), source] });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      title: 'Target',
      status: 'open',
      assign_to: desk.agentId,
      tags: ['a', 'b'],
      contacts: [zoe, adam, eve],
      requester: { id: zoe },
      message_count: 4,
      note_count: 1,
      preview: 'four',
      last_message_at: '2026-03-01T12:00:04',
    });
    expect(
      (await data(`/conversations/${target}/messages`)).map((one: { body_text: string }) => one.body_text),
    ).toEqual(['one', 'two', 'three', 'four']);
    expect((await data(`/conversations/${target}/notes`))[0]).toMatchObject({
      conversation_id: target,
      details: 'call back',
    });
    expect((await data(`/conversations/${target}/reviews`))[0]).toMatchObject({ conversation_id: target, rating: 4 });
    expect((await historyOf(desk, target)).at(-1)).toMatchObject({
      event: 'conversation.merged',
      changes: { conversation_ids: { to: [source, second] }, tags: { to: ['b'] }, contacts: { to: [adam, eve] } },
    });
  });

  it('keeps the order of each source’s contacts, the older source’s first', async () => {
    const contacts: number[] = [];
    for (const name of ['Adam', 'Eve', 'Ida', 'Zoë']) contacts.push(await makeContact(desk, name));
    const [adam, eve, ida, zoe] = contacts;
    const older = await makeConversation(desk, { contacts: [zoe, adam] });
    const newer = await makeConversation(desk, { contacts: [ida, eve] });
    const target = await makeConversation(desk);
    expect((await merge(target, [newer, older])).body.data).toMatchObject({
      contacts: [zoe, adam, ida, eve],
      requester: { id: zoe },
    });
  });

  it('leaves each source with only the message that names the survivor, and with its own history', async () => {
    const [target, source] = [await makeConversation(desk), await makeConversation(desk, { tags: ['a'] })];
    await write(source, 'hello');
    await desk.call('POST', `/conversations/${source}/notes`, { body: { details: 'x' } });
    await merge(target, [source]);
    const answer = await data(`/conversations/${source}`);
    const message = {
      kind: 'system',
      event: 'conversation.merged_with',
      merged_with: target,
      conversation_id: source,
      author: { type: 'system', id: null },
    };
    expect(answer).toMatchObject({ merged_into: target, message_count: 1, note_count: 0, messages: [message] });
    expect(await data(`/conversations/${source}/messages`)).toEqual(answer.messages);
    expect((await data(`/conversations/${source}/messages/${answer.messages[0].id}`)).event).toBe(
      'conversation.merged_with',
    );
    expect(await data(`/conversations/${source}/notes`)).toEqual([]);
    expect(await data(`/conversations/${source}/reviews`)).toEqual([]);
    expect((await historyOf(desk, source)).map(entry => entry.event)).toEqual([
      'message.added',
      'note.added',
      'conversation.merged_with',
    ]);
    expect(await listedIds(desk, { query: { archived: 'any' } })).toEqual([target]);
  });

  it('refuses every write to one that was merged away, and names the survivor', async () => {
    const [target, source, other] = [
      await makeConversation(desk),
      await makeConversation(desk),
      await makeConversation(desk),
    ];
    await desk.call('POST', `/conversations/${source}/notes`, { body: { details: 'x' } });
    await merge(target, [source]);
    for (const [method, path, body] of [
      ['PUT', '', { title: 'x' }],
      ['POST', '/archive'],
      ['POST', '/restore_archive'],
      ['POST', '/agents', { agent_id: desk.adminId }],
      ['POST', '/contacts', { contact_id: 1 }],
      ['POST', '/tags', { name: 'x' }],
      ['POST', '/notes', { details: 'x' }],
      ['DELETE', '/notes/1'],
      ['POST', '/messages', { body_text: 'x' }],
      ['DELETE', '/messages/1'],
      ['POST', '/reviews', { rating: 1 }],
      ['POST', '/merge', [other]],
    ] as const) {
      const as = path === '/reviews' ? 'key' : 'admin';
      const answer = await desk.call(method, `/conversations/${source}${path}`, { as, body });
      expect([method, path, answer.status]).toEqual([method, path, 409]);
      expect(answer.body.error.message).toContain(`merged into ${target}`);
    }
    expect((await merge(other, [source])).status).toBe(409);
  });

  it('always names the last survivor, with a new version of those merged before', async () => {
    const [a, b, c] = [await makeConversation(desk), await makeConversation(desk), await makeConversation(desk)];
    await write(a, 'from a');
    await merge(b, [a]);
    const tag = (await desk.call('GET', `/conversations/${a}`)).headers.get('etag');
    await merge(c, [b]);
    const answer = await desk.call('GET', `/conversations/${a}`);
    expect(answer.headers.get('etag')).not.toBe(tag);
    expect(answer.body.data).toMatchObject({
      merged_into: c,
      messages: [{ merged_with: c, body_text: expect.stringContaining(String(c)) }],
    });
    expect(await readConversation(desk, b)).toMatchObject({ merged_into: c });
    expect((await data(`/conversations/${c}/messages`)).map((one: { body_text: string }) => one.body_text)).toEqual([
      'from a',
    ]);
    expect((await merge(a, [c])).status).toBe(409);
  });

  it('restores the target from the archive if a source was not archived', async () => {
    const make = async (isArchived: boolean) => {
      const id = await makeConversation(desk);
      if (isArchived) await desk.call('POST', `/conversations/${id}/archive`);
      return id;
    };
    const [target, archived, live] = [await make(true), await make(true), await make(false)];
    expect((await merge(target, [archived])).body.data.archived).toBe(true);
    expect((await merge(target, [live])).body.data.archived).toBe(false);
    expect((await historyOf(desk, target)).at(-1)).toMatchObject({
      event: 'conversation.restored',
      changes: { archived: { from: true, to: false } },
    });
    expect((await countsOf(desk)).shown).toEqual((await countsOf(desk)).counted);
  });

  it('is all or nothing', async () => {
    const [target, source] = [await makeConversation(desk), await makeConversation(desk)];
    const hidden = await makeConversation(desk, { inbox_id: 1 });
    await write(source, 'x');
    const cases: [unknown, number, string | undefined, Who][] = [
      [[], 422, '', 'admin'],
      [{ conversation_ids: [] }, 422, 'conversation_ids', 'admin'],
      [{ Conversation_ids: Array.from({ length: 501 }, (_, at) => at + 1_000) }, 422, 'Conversation_ids', 'admin'],
      [{ conversation_ids: [source, target] }, 422, 'conversation_ids.1', 'admin'],
      [{ conversation_ids: [source, 99] }, 404, 'conversation_ids.1', 'admin'],
      [[source, hidden], 404, '1', 'agent'],
      [{}, 422, undefined, 'admin'],
    ];
    for (const [body, status, path, as] of cases) {
      const answer = await merge(target, body, as);
      expect([JSON.stringify(body).slice(0, 40), answer.status]).toEqual([JSON.stringify(body).slice(0, 40), status]);
      if (path !== undefined) expect(answer.body.error.details[0].path).toBe(path);
    }
    expect(await historyOf(desk, target)).toEqual([]);
    expect(await readConversation(desk, source)).toMatchObject({ merged_into: null, message_count: 1 });
  });

  it('leaves no conversation changed before its last message, even if the clock was set back', async () => {
    const target = await makeConversation(desk, {});
    const source = await makeConversation(desk, {});
    desk.clock.now += 60_000;
    await write(source, 'from a clock that was ahead');
    desk.clock.now -= 30_000;
    await merge(target, { conversation_ids: [source] });
    const { last_message_at, updated_at } = await readConversation(desk, target);
    expect([last_message_at, updated_at]).toEqual(['2026-03-01T12:01:00', '2026-03-01T12:01:00']);
    const query = { before: { updated_at: '2026-03-01T12:01:00' } };
    expect(await listedIds(desk, { query })).toEqual([]);
  });

  it('lets one of two racing merges win, and loses nothing', async () => {
    for (let round = 0; round < 20; round++) {
      const [a, b] = [await makeConversation(desk), await makeConversation(desk)];
      await write(a, 'a');
      await write(b, 'b');
      const [one, two, note] = await Promise.all([
        merge(a, [b]),
        merge(b, [a]),
        desk.call('POST', `/conversations/${b}/notes`, { body: { details: 'n' } }),
      ]);
      expect([one.status, two.status].sort()).toEqual([200, 409]);
      const survivor = one.status === 200 ? a : b;
      expect(
        (await data(`/conversations/${survivor}/messages`)).map((each: { body_text: string }) => each.body_text),
      ).toEqual(['a', 'b']);
      expect((await data(`/conversations/${survivor}/notes`)).length).toBe(note.status === 201 ? 1 : 0);
    }
  });

  it('keeps the one message of a merged one visible, even if its inbox is deleted', async () => {
    const inbox = (await desk.call('POST', '/inboxes', { body: { name: 'Gone' } })).body.data.id;
    const [target, source] = [await makeConversation(desk), await makeConversation(desk, { inbox_id: inbox })];
    desk.clock.now += 5_000;
    await merge(target, [source]);
    await desk.call('DELETE', `/inboxes/${inbox}`);
    const { messages, ...left } = await readConversation(desk, source);
    expect(left).toMatchObject({ inbox_id: null, message_count: 1, preview: messages[0].body_text });
    expect(left.last_message_at).toBe(messages[0].created_at);
  });

  it('gives a conversation without a requester that of the earliest source', async () => {
    const zoe = await makeContact(desk, 'Zoë');
    const [target, source] = [await makeConversation(desk), await makeConversation(desk, { contacts: [zoe] })];
    expect((await merge(target, [source])).body.data.requester.id).toBe(zoe);
    expect(await listedIds(desk, { query: { q: 'zoe' } })).toEqual([target]);
  });
});
