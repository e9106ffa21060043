import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../src/client/api-error.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';

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

test('a help center in this process accepts a change and returns it', async () => {
  const { data: made } = await client.conversation.create({ body: { title: 'Grüße', inbox_id: center.inboxId } });
  const { data: list, etag } = await client.conversation.list();
  expect(list).toMatchObject([{ id: made!.id, title: 'Grüße' }]);
  expect(await client.conversation.list({ etag })).toMatchObject({ data: [], isSame: true });
});

test('its refusal contains its own reason', async () => {
  const refused = client.conversation.get({ params: { conversation_id: 404 } });
  await expect(refused).rejects.toBeInstanceOf(ApiError);
  await expect(refused).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

test('it accepts a file, and returns it as a stream', async () => {
  const body = new FormData();
  body.append('file', new File(['receipt'], 'receipt.txt', { type: 'text/plain' }));
  const { data: file } = await client.attachment.create({ body });
  expect(file).toMatchObject({ name: 'receipt.txt', size: 7 });
  const content = await client.attachment.content({ params: { attachment_id: file!.id } });
  expect(await content.text()).toBe('receipt');
});

test('a cancelled request ends at once', async () => {
  const abort = new AbortController();
  const asked = client.conversation.list({ signal: abort.signal });
  abort.abort();
  await expect(asked).rejects.toMatchObject({ status: 0, code: 'unreachable' });
});
