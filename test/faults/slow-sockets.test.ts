import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/center/http/listen.ts';
import { openCenter } from '../center/open-center.ts';
import { besiege } from './slow-sockets.ts';

test('sockets that send almost nothing are closed, and others are answered meanwhile', async () => {
  const desk = await openCenter();
  const limits = { headTimeoutMs: 500, idleMs: 1_000, pace: { bytes: 200, windowMs: 750 } };
  const server = await listen(desk.center, { host: '127.0.0.1', port: 0, ...limits });
  onTestFinished(async () => {
    await server.close();
    await desk.close();
  });
  const siege = { url: server.url, token: desk.tokens.admin, sockets: 100, byteMs: 100, calls: 40 };
  const { calls } = await besiege(siege);
  expect(calls).toBeGreaterThanOrEqual(40);
});
