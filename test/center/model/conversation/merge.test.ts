import { describe, expect, it } from 'vitest';
import { listedIds, makeContact, makeConversation, readConversation } from '../../conversations.ts';
import { centerOfEach } from '../../open-center.ts';

const desk = centerOfEach();

function merge(target: number, body: unknown) {
  return desk.call('POST', `/conversations/${target}/merge`, { body });
}
function write(id: number, text: string) {
  return desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: text } });
}

describe('merging conversations', () => {
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
