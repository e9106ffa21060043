import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/desk.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { everything } from '../../../src/state/views.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { openCenter } from '../../center/open-center.ts';
import { collect } from '../../harness/collect.ts';

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A way to a port that can swallow all bytes. Connections that it has swallowed never come back, as behind a NAT. */
async function openTunnel(port: number) {
  const sockets = new Set<Socket>();
  const state = { isDark: false };
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1');
    const isLost = state.isDark;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => sockets.delete(from));
      from.on('data', bytes => {
        if (!isLost && !state.isDark && !lost.has(near)) to.write(bytes);
      });
    }
    near.on('close', () => far.destroy());
  });
  const lost = new WeakSet<Socket>();
  return {
    port: await listen(server),
    enter: () => {
      state.isDark = true;
      for (const socket of sockets) lost.add(socket);
    },
    leave: () => {
      state.isDark = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('changes made while the link swallows everything are sent later, on new connections', {
  timeout: 40_000,
}, async () => {
  const center = await openCenter();
  const http = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const answer = await center.center.fetch(
      new Request(`http://center${request.url}`, { method: request.method!, headers, body }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const tunnel = await openTunnel(await listen(http));
  const ids: number[] = [];
  for (const title of ['Refund', 'Parcel', 'Invoice'])
    ids.push((await center.call('POST', '/conversations', { body: { title } })).body.data.id);
  let keys = 0;
  const desk = createDesk({
    client: createClient({
      baseUrl: `http://127.0.0.1:${tunnel.port}`,
      token: () => center.tokens.admin,
      fetch: request => fetch(request),
      timeoutMs: 2_000,
    }),
    center: safeLine('help.example'),
    now: Date.now,
    elapsed: () => performance.now(),
    newKey: () => `key-${keys++}`,
    setTimer: (run, delayMs) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
  const stop = keepUp(desk, { hasEvents: false });
  const collecting = setInterval(collect, 200);
  onTestFinished(async () => {
    clearInterval(collecting);
    stop();
    desk.stop();
    tunnel.close();
    http.closeAllConnections();
    http.close();
    await center.close();
  });
  await loadPlaces(desk);
  await openList(desk, everything);
  tunnel.enter();
  for (const id of ids) desk.commit('note.add', { ids: [id], details: `Note on ${id}` });
  await expect.poll(() => desk.world().pending.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  tunnel.leave();
  await expect.poll(() => desk.world().pending, { timeout: 18_000 }).toEqual([]);
  for (const id of ids) expect((await center.call('GET', `/conversations/${id}/notes`)).body.data).toHaveLength(1);
});
