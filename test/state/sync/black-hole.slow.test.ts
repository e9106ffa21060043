import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { everything } from '../../../src/state/views.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { collect } from '../../harness/collect.ts';
import { keyNames } from '../../harness/key-names.ts';

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
    if (isLost) lost.add(near);
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
    /** How many connections are open that it has swallowed. */
    lost: () => [...sockets].filter(socket => lost.has(socket)).length,
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

/** The desk's time runs this much faster than the clock. */
const PACE = 20;
/** How long the link swallows everything, in seconds of the desk. */
const LENGTHS = [5, 90, 600];
const SILENCE_MS = 20_000;

async function serve(center: OpenCenter): Promise<HttpServer> {
  return createHttpServer(async (request, response) => {
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
}

/** A desk in quick time behind a tunnel of its own, with three conversations. */
async function openBench(center: OpenCenter, port: number) {
  const tunnel = await openTunnel(port);
  const ids: number[] = [];
  for (const title of ['Refund', 'Parcel', 'Invoice'])
    ids.push((await center.call('POST', '/conversations', { body: { title } })).body.data.id);
  const desk = createDesk({
    keyNames,
    client: createClient({
      baseUrl: `http://127.0.0.1:${tunnel.port}`,
      token: () => center.tokens.admin,
      fetch: request => fetch(request),
      timeoutMs: SILENCE_MS / PACE,
    }),
    center: safeLine('help.example'),
    now: () => Date.now() * PACE,
    elapsed: () => performance.now() * PACE,
    newKey: () => crypto.randomUUID(),
    setTimer: (run, delayMs) => {
      const timer = setTimeout(run, delayMs / PACE);
      return () => clearTimeout(timer);
    },
  });
  const stop = keepUp(desk, { hasEvents: false });
  const close = (): void => {
    stop();
    desk.stop();
    tunnel.close();
  };
  await loadPlaces(desk);
  await openList(desk, everything);
  return { tunnel, ids, desk, close };
}

test('notes made in tunnels of 5, 90 and 600 seconds go out once, on new connections', {
  timeout: 120_000,
}, async () => {
  const center = await openCenter({ settings: { rateLimit: Number.POSITIVE_INFINITY } });
  const http = await serve(center);
  const port = await listen(http);
  const benches = await Promise.all(LENGTHS.map(() => openBench(center, port)));
  const collecting = setInterval(collect, 400);
  onTestFinished(async () => {
    clearInterval(collecting);
    for (const { close } of benches) close();
    http.closeAllConnections();
    http.close();
    await center.close();
  });
  await Promise.all(
    benches.map(async ({ tunnel, ids, desk }, at) => {
      tunnel.enter();
      for (const id of ids) desk.commit('note.add', { ids: [id], details: `Note on ${id}` });
      await sleep((LENGTHS[at]! * 1_000) / PACE);
      expect(desk.world().offline !== null).toBe(LENGTHS[at]! > 45);
      tunnel.leave();
      await expect.poll(() => desk.world().offline, { timeout: 20_000 / PACE + 5_000 }).toBeNull();
      await expect.poll(() => desk.world().pending, { timeout: SILENCE_MS / PACE + 10_000 }).toEqual([]);
      // A timeout that never fires would leave its connection open.
      await expect.poll(tunnel.lost, { timeout: SILENCE_MS / PACE + 10_000 }).toBe(0);
      for (const id of ids) expect((await center.call('GET', `/conversations/${id}/notes`)).body.data).toHaveLength(1);
    }),
  );
});
