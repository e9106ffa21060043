import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createDesk } from '../../../src/state/create-desk.ts';
import { everything } from '../../../src/state/query/views.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { collect } from '../../harness/collect.ts';
import { handClock } from '../../harness/hand-clock.ts';
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

/** How long nothing may come before a call is given up. */
const SILENCE_MS = 20_000;
/** The time of the desk moves by this at once, and real sockets have a rest after it. */
const STEP_MS = 1_000;
const REST_MS = 20;
/** The unused objects are collected every so many steps. */
const COLLECT_EVERY = 10;

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

/** A desk behind a tunnel of its own, with three conversations. Its time, and that of its calls, is moved by the test. */
async function openBench(center: OpenCenter, port: number) {
  const tunnel = await openTunnel(port);
  const ids: number[] = [];
  for (const title of ['Refund', 'Parcel', 'Invoice'])
    ids.push((await center.call('POST', '/conversations', { body: { title } })).body.data.id);
  const clock = handClock();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const desk = createDesk({
    keyNames,
    client: createClient({
      baseUrl: `http://127.0.0.1:${tunnel.port}`,
      token: () => center.tokens.admin,
      fetch: request => fetch(request),
      timeoutMs: SILENCE_MS,
    }),
    center: safeLine('help.example'),
    now: clock.now,
    elapsed: clock.elapsed,
    newKey: () => crypto.randomUUID(),
    setTimer: clock.setTimer,
  });
  const stop = keepUp(desk, { hasEvents: false });
  onTestFinished(() => {
    stop();
    desk.stop();
    tunnel.close();
  });
  await loadPlaces(desk);
  await openList(desk, everything);
  let steps = 0;
  const step = async (): Promise<void> => {
    clock.advance(STEP_MS);
    vi.advanceTimersByTime(STEP_MS);
    steps += 1;
    if (steps % COLLECT_EVERY === 0) collect();
    await sleep(REST_MS);
  };
  return { tunnel, ids, desk, step };
}

test.for([
  [5, false],
  [90, true],
  [600, true],
] as const)('notes made in a tunnel of %i seconds go out once, on new connections', async ([seconds, isOffline]) => {
  const center = await openCenter({ settings: { rateLimit: Number.POSITIVE_INFINITY } });
  const http = await serve(center);
  onTestFinished(async () => {
    http.closeAllConnections();
    http.close();
    await center.close();
  });
  const { tunnel, ids, desk, step } = await openBench(center, await listen(http));
  const comesTo = (look: () => unknown) =>
    expect.poll(async () => {
      await step();
      return look();
    });
  tunnel.enter();
  for (const id of ids) desk.commit('note.add', { ids: [id], details: `Note on ${id}` });
  for (let at = 0; at < seconds; at += 1) await step();
  expect(desk.world().offline !== null).toBe(isOffline);
  tunnel.leave();
  await comesTo(() => desk.world().offline).toBeNull();
  await comesTo(() => desk.world().pending).toEqual([]);
  // A timeout that never fires would leave its connection open.
  await comesTo(tunnel.lost).toBe(0);
  for (const id of ids) expect((await center.call('GET', `/conversations/${id}/notes`)).body.data).toHaveLength(1);
});
