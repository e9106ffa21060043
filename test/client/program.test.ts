import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createRaw } from '../../src/client/raw.ts';
import { conversation, json } from './fake-fetch.ts';

/** A way to a help center that notes what names itself. */
function way(asked: (string | null)[]) {
  return {
    baseUrl: 'https://help.example',
    token: () => 'token-of-ana-0123456789',
    fetch: async (request: Request) => {
      asked.push(request.headers.get('user-agent'));
      return json({ data: conversation(7) });
    },
  };
}

test('every call says which program of ours makes it', async () => {
  const asked: (string | null)[] = [];
  const client = createClient({ ...way(asked), program: 'desk' });
  await client.conversation.get({ params: { conversation_id: 7 } });
  await client.conversation.archive({ params: { conversation_id: 7 } });
  await createRaw({ ...way(asked), program: 'shell' })({ method: 'POST', path: '/inboxes', body: '{}' });
  await createClient(way(asked)).conversation.archive({ params: { conversation_id: 7 } });
  expect(asked).toEqual(['desk', 'desk', 'shell', null]);
});
