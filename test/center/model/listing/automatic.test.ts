import { expect, test } from 'vitest';
import { addMessage, type NewMessage } from '../../../../src/center/model/message/write.ts';
import { listedIds, makeContact, makeConversation } from '../../conversations.ts';
import { centerOfEach } from '../../open-center.ts';

const desk = centerOfEach();

async function writtenBy(contactId: number, how: Partial<NewMessage>): Promise<number> {
  const conversationId = await makeConversation(desk);
  const message = { kind: 'contact', contactId, conversationId, bodyText: 'Hello.', ...how } as const;
  const by = { agentId: null, byMail: true, now: desk.clock.now };
  await desk.center.write(work => addMessage(work, message, by));
  return conversationId;
}

test('conversations with a machine’s mail are listed, and left out, until they are merged into another', async () => {
  const zoe = await makeContact(desk, 'Zoë');
  const [person, machine] = [await writtenBy(zoe, {}), await writtenBy(zoe, { isAutomatic: true })];
  const away = await writtenBy(zoe, { kind: 'agent', agentId: desk.agentId, isAutomatic: true });
  const list = async (query: object) =>
    (await listedIds(desk, { query: { sort: 'created_at.asc', ...query } })).toSorted((a, b) => a - b);
  expect(await list({ automatic: 1 })).toEqual([machine, away]);
  expect(await list({ not: { automatic: 1 } })).toEqual([person]);
  expect(await list({ automatic: 1, waiting: 1 })).toEqual([]);
  expect(await list({ not: { automatic: 1, waiting: 1 } })).toEqual([]);
  expect(await list({ automatic: 1, status: ['closed'] })).toEqual([]);
  expect(await list({ automatic: 1, q: 'hello' })).toEqual([machine, away]);
  await desk.call('POST', `/conversations/${person}/merge`, { body: [machine] });
  expect(await list({ automatic: 1 })).toEqual([person, away]);
});
