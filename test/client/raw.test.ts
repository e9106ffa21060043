import { expect, test } from 'vitest';
import { createRaw } from '../../src/client/raw.ts';

const TOKEN = 'fd_0123456789abcdef';

/** A help center that answers with this status and with all that it was sent. */
function echo(status: number) {
  const asked: { url: string; authorization: string | null }[] = [];
  const send = createRaw({
    baseUrl: 'http://help.example/',
    token: () => TOKEN,
    answer: async ({ url, headers, body }) => {
      const authorization = headers.get('authorization');
      asked.push({ url, authorization });
      let sent = '';
      for await (const part of body ?? []) sent += Buffer.from(part).toString();
      return {
        status,
        headers: { 'content-type': 'application/json' },
        body: `{"message":"${authorization} ${sent}"}`,
      };
    },
  });
  return { send, asked };
}

test('a request goes below the service’s path, with the token', async () => {
  const { send, asked } = echo(200);
  await send({ method: 'GET', path: '/tags?limit=2' });
  expect(asked).toEqual([{ url: 'http://help.example/api/agent/v1/tags?limit=2', authorization: `Bearer ${TOKEN}` }]);
});

test('a refusal that repeats the request shows neither its token nor its password', async () => {
  const { send } = echo(403);
  const answer = await send({ method: 'POST', path: '/login', body: '{"password":"seven blue lanterns"}' });
  expect(answer.status).toBe(403);
  expect(answer.text).toContain('Bearer [token]');
  expect(answer.text).not.toContain('lanterns');
});
