import { describe, expect, test } from 'vitest';
import { sampled } from '../harness/full.ts';
import { type Answer, send } from './client.ts';
import { endpoints } from './endpoints.ts';
import { newAsk } from './scenes.ts';
import type { World } from './world.ts';

const read = endpoints.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.path !== '/events');

/** What differs from answer to answer, or belongs to the connection; a length is told by each answer over a connection. */
const ofEachAnswer = [
  'x-request-id',
  'date',
  'ratelimit-remaining',
  'ratelimit-reset',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
];

function lasting({ headers }: Answer) {
  return [...headers].filter(([name]) => !ofEachAnswer.includes(name));
}

const codings = ['identity', 'gzip', 'br'];

/** The head of a GET and of its HEAD, which have to be the same. */
function checkSame(got: Answer, head: Answer): void {
  expect([head.status, head.text]).toEqual([got.status, '']);
  expect(lasting(head)).toEqual(lasting(got));
  const length = got.headers.get('content-length');
  if (length !== null) expect(head.headers.get('content-length')).toBe(length);
}

/** HEAD has the head of GET's answer, and no body. */
export function registerHeads(world: () => World): void {
  describe('HEAD', () => {
    test.for(sampled(read))('$title has the head of its GET and no body', async one => {
      const ask = await newAsk(world(), one);
      const got = await world().call(ask);
      const head = await world().call({ ...ask, method: 'HEAD' });
      checkSame(got, head);
      if (!head.headers.has('content-encoding') && one.endpoint.gives !== 'raw')
        expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(got.text));
      const etag = got.headers.get('etag');
      if (etag === null) return;
      const same = await world().call({ ...ask, method: 'HEAD', headers: { 'if-none-match': etag } });
      expect([same.status, same.text]).toEqual([304, '']);
    });

    test.for(codings)('has the head of its GET in the coding %s too', async coding => {
      const ask = { path: '/conversations?limit=50', headers: { 'accept-encoding': coding } };
      const got = await world().call({ ...ask, method: 'GET' });
      checkSame(got, await world().call({ ...ask, method: 'HEAD' }));
    });

    test('is refused with the head of its GET', async () => {
      const { target, foreignConversationId, insider } = world();
      const refused = [
        ['/me', undefined],
        [`/conversations/${foreignConversationId}`, insider.token],
        ['/conversations?limit=0', insider.token],
        ['/nothing', insider.token],
      ] as const;
      for (const [path, token] of refused)
        checkSame(
          await send(target, { method: 'GET', path }, token),
          await send(target, { method: 'HEAD', path }, token),
        );
    });

    test('is refused as its GET is, without a body', async () => {
      const { target, foreignConversationId, insider } = world();
      const ask = { method: 'HEAD', path: `/conversations/${foreignConversationId}` };
      const statuses = [
        (await send(target, ask, undefined)).status,
        (await send(target, ask, insider.token)).status,
        (await send(target, { ...ask, path: '/conversations?limit=0' }, insider.token)).status,
        (await send(target, { ...ask, path: '/events' }, insider.token)).status,
        (await send(target, { ...ask, path: '/login' }, undefined)).status,
      ];
      expect(statuses).toEqual([401, 404, 400, 405, 405]);
      expect((await send(target, ask, insider.token)).text).toBe('');
    });
  });
}
