import { expect, test } from 'vitest';
import { clientOver, json } from './fake-fetch.ts';

/** A help center that gives this answer when it is asked for rows, and an empty list otherwise. */
function refusing(refusal: () => Response) {
  const { client, requests } = clientOver(({ url }) => (url.includes('fields=') ? refusal() : json({ data: [] })));
  const list = () => client.conversation.list({ query: { fields: 'list', limit: 20 } });
  return { client, list, asked: () => requests.map(({ url }) => new URL(url).search) };
}

test('a help center that refuses what makes an answer smaller is asked without it, and from then on at once', async () => {
  const { list, asked } = refusing(() =>
    json({ error: { code: 'bad_query', message: 'fields is unknown.' } }, { status: 400 }),
  );
  expect((await list()).data).toEqual([]);
  await list();
  expect(asked()).toEqual(['?fields=list&limit=20', '?limit=20', '?limit=20']);
});

test('each call is refused on its own', async () => {
  const { client, list, asked } = refusing(() => json({ error: 'what?' }, { status: 422 }));
  await list();
  await client.message.list({
    params: { conversation_id: 1 },
    query: { fields: 'list', body_limit: 100, after_id: 4 },
  });
  expect(asked().slice(2)).toEqual(['?fields=list&body_limit=100&after_id=4', '']);
});

test('a web page in its place is not a refusal to remember', async () => {
  const page = () =>
    new Response('<html>Bad request</html>', { status: 400, headers: { 'content-type': 'text/html' } });
  const { list, asked } = refusing(page);
  await list();
  await list();
  expect(asked()).toEqual(['?fields=list&limit=20', '?limit=20', '?fields=list&limit=20', '?limit=20']);
});

test('a link that breaks, or a call that is absent, is not asked in another way', async () => {
  for (const refusal of [
    () => new Response('', { status: 503 }),
    () => json({ error: { code: 'not_found', message: 'No.' } }, { status: 404 }),
  ]) {
    const { list, asked } = refusing(refusal);
    await expect(list()).rejects.toThrow();
    expect(asked()).toHaveLength(1);
  }
});
