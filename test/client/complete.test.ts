import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { safeBlock } from '../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { clientOver, json } from './fake-fetch.ts';

let center: OpenCenter;
let client: Client;

beforeEach(async () => {
  center = await openCenter();
  client = createClient({
    baseUrl: 'http://embedded',
    token: () => center.tokens.admin,
    answer: request => center.center.answer(request),
  });
});
afterEach(() => center.close());

const text = '👩‍👩‍👧‍👦 one\r\ntwo\tthree \x1b[31m e\u0301\u0323 東京\r\n'.repeat(40);

test('the parts of a message, each continuing the one before, are the message', async () => {
  const { data: made } = await client.conversation.create({ body: { title: 'x', inbox_id: center.inboxId } });
  const conversation_id = made!.id;
  await client.message.create({ params: { conversation_id }, body: { body_text: text } });
  for (const body_limit of [7, 50, 333]) {
    const listed = await client.message.list({ params: { conversation_id }, query: { body_limit } });
    let message = listed.data[0]!;
    expect([message.truncated, message.body_length]).toEqual([true, [...text].length]);
    for (let limit = body_limit; message.truncated; limit *= 2) {
      const params = { conversation_id, message_id: message.id };
      const query = { body_from: message.body_end!, body_limit: limit };
      message = (await client.message.get({ params, query, continues: message.body_text })).data;
    }
    expect(message.body_text).toBe(safeBlock(text));
  }
});

test('of a text that goes on, only the part that its rest cannot change is read', async () => {
  const message = { id: 1, conversation_id: 1, truncated: true, body_length: 900 };
  const { client: other } = clientOver(() => json({ data: [{ ...message, body_text: 'one 👩\u200d', body_end: 6 }] }));
  const { data } = await other.message.list({ params: { conversation_id: 1 } });
  expect(data[0]).toMatchObject({ body_text: 'one 👩', body_end: 5, body_length: 900 });
});

test('a help center that only says that it has cut a text is taken at its word', async () => {
  const message = { id: 1, conversation_id: 1, truncated: true, body_text: 'one\r' };
  const { client: other } = clientOver(() => json({ data: [message] }));
  const { data } = await other.message.list({ params: { conversation_id: 1 } });
  expect(data[0]).toMatchObject({ body_text: 'one\n', truncated: true, body_end: undefined });
});
