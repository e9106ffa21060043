import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeContact, makeConversation, makeInbox, readConversation } from '../conversations.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

function put(id: number, body: unknown) {
  return desk.call('PUT', `/conversations/${id}`, { body });
}

describe('creating a conversation', () => {
  it('refuses an inbox that the agent does not see, even the default one', async () => {
    for (const body of [{ title: 'x', inbox_id: 2 }, { title: 'x' }])
      expect((await desk.call('POST', '/conversations', { as: 'agent', body })).status).toBe(422);
    expect((await desk.call('GET', '/conversations')).body.data).toEqual([]);
  });
});

describe('updating a conversation', () => {
  it('keeps the assignee on a move to an inbox that the assignee sees', async () => {
    const other = await makeInbox(desk, 'Other', [desk.agentId]);
    const id = await makeConversation(desk, { assign_to: desk.agentId });
    expect((await put(id, { inbox_id: other })).body.data).toMatchObject({ inbox_id: other, assign_to: desk.agentId });
  });

  it('refuses a disabled agent, who keeps earlier assignments', async () => {
    const [id, other] = [await makeConversation(desk, { assign_to: desk.agentId }), await makeConversation(desk)];
    await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: true } });
    expect((await put(other, { assign_to: desk.agentId })).status).toBe(422);
    expect((await put(id, { assign_to: desk.agentId, title: 'New' })).status).toBe(200);
    expect((await readConversation(desk, id)).assign_to).toBe(desk.agentId);
  });
});

describe('adding a contact to a conversation', () => {
  it('refuses one that the calling agent does not see', async () => {
    const zoe = await makeContact(desk, 'Zoë');
    await makeConversation(desk, { inbox_id: 1, contacts: [zoe] });
    const id = await makeConversation(desk);
    const answer = await desk.call('POST', `/conversations/${id}/contacts`, { as: 'agent', body: { contact_id: zoe } });
    expect(answer.status).toBe(422);
  });
});
