import { describe, expect, test } from 'vitest';
import { send } from './client.ts';
import { endpoints } from './endpoints.ts';
import { newAsk } from './scenes.ts';
import type { World } from './world.ts';

const read = endpoints.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.path !== '/events');

const told = ['content-type', 'content-disposition', 'etag', 'cache-control'];

/** HEAD tells what GET would, and gives nothing. */
export const registerHeads = (world: () => World): void => {
  describe('HEAD', () => {
    test.for(read)('$title has the head of its GET and no body', async one => {
      const ask = await newAsk(world(), one);
      const got = await world().call(ask);
      const head = await world().call({ ...ask, method: 'HEAD' });
      expect([head.status, head.text]).toEqual([got.status, '']);
      for (const name of told) expect(head.headers.get(name), name).toBe(got.headers.get(name));
      if (!head.headers.has('content-encoding') && one.endpoint.gives !== 'raw')
        expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(got.text));
      const etag = got.headers.get('etag');
      if (etag === null) return;
      const same = await world().call({ ...ask, method: 'HEAD', headers: { 'if-none-match': etag } });
      expect([same.status, same.text]).toEqual([304, '']);
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
      expect(statuses).toEqual([401, 404, 400, 404, 404]);
      expect((await send(target, ask, insider.token)).text).toBe('');
    });
  });
};
