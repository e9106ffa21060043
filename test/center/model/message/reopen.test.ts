import { expect, test } from 'vitest';
import { addMessage, type NewMessage } from '../../../../src/center/model/message/write.ts';
import { makeContact, makeConversation, readConversation } from '../../conversations.ts';
import { centerOfEach } from '../../open-center.ts';

const desk = centerOfEach();

/** A closed and archived conversation, to which a contact writes an hour later; the mail is two hours old then. */
async function write(how: Pick<NewMessage, 'isAutomatic' | 'isArchived'>) {
  const contactId = await makeContact(desk, 'Zoë');
  const conversationId = await makeConversation(desk);
  await desk.call('PUT', `/conversations/${conversationId}`, { body: { conversation_status_id: 2 } });
  await desk.call('POST', `/conversations/${conversationId}/archive`);
  desk.clock.now += 3_600_000;
  const now = desk.clock.now - 7_200_000;
  const message = { kind: 'contact', contactId, conversationId, bodyText: 'And now?', ...how } as const;
  await desk.center.write(work => addMessage(work, message, { agentId: null, byMail: true, now }));
  const { body } = await desk.call('GET', `/conversations/${conversationId}/history`, { query: { limit: 200 } });
  const at = new Date(desk.clock.now).toISOString().slice(0, 19);
  const reopened = body.data.filter((one: { created_at: string }) => one.created_at === at);
  return {
    conversation: await readConversation(desk, conversationId),
    history: reopened.map((one: { event: string }) => one.event).sort(),
  };
}

test.for([{ isAutomatic: true }, { isArchived: true }])('%j: it reopens and restores nothing', async how => {
  const { conversation, history } = await write(how);
  expect(conversation).toMatchObject({ status: 'closed', archived: true, message_count: 1 });
  expect(history).toEqual([]);
});
