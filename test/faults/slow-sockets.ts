import { equal, ok } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '../../src/contract/index.ts';
import { percentile } from '../harness/figures.ts';
import { queuedMs } from '../harness/queued.ts';
import { createClient } from './client.ts';
import { type Fault, sized } from './fault.ts';
import { hire } from './people.ts';
import { startServing } from './serving.ts';
import { openTestDatabase } from './test-database.ts';

const FULL_SOCKETS = 1_000;

/** How slow the sockets are, and what must hold meanwhile. */
export interface Siege {
  readonly url: string;
  readonly token: string;
  readonly sockets: number;
  /** Milliseconds between two bytes of a socket. */
  readonly byteMs: number;
  /** By then every socket must be gone. */
  readonly goneMs: number;
}

function post(token: string, ...more: string[]): string {
  return [
    `POST ${basePath}/conversations HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...more,
    '',
    '',
  ].join('\r\n');
}

const json = 'Content-Type: application/json';

/** A slow sender: the bytes it sends at once, and those it then repeats one by one. */
interface Sender {
  readonly opening: string;
  readonly rest: string;
}

function senders(token: string): readonly Sender[] {
  return [
    { opening: '', rest: '' },
    { opening: '', rest: `GET ${basePath}/conversations?` },
    { opening: `GET ${basePath}/conversations HTTP/1.1\r\nHost: localhost\r\nX-Slow: `, rest: 'x' },
    { opening: post(token, json, 'Content-Length: 100000'), rest: '{"title": ' },
    { opening: post(token, json, 'Transfer-Encoding: chunked'), rest: '1\r\n{\r\n' },
    { opening: post('nobody', json, 'Content-Length: 100000'), rest: '{"title": ' },
    {
      opening: post(token, 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000000').replace(
        '/conversations',
        '/attachments',
      ),
      rest: '--x\r\n',
    },
    { opening: `GET ${basePath}/health HTTP/1.1\r\nHost: localhost\r\n\r\n`, rest: '' },
  ];
}

/** Connects and sends a byte now and then; returns the milliseconds after which the service let it go. */
function dribble(siege: Siege, { opening, rest }: Sender, started: number, sockets: Socket[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(siege.url).port), '127.0.0.1');
    sockets.push(socket);
    if (opening !== '') socket.write(opening);
    let at = 0;
    const timer = setInterval(() => {
      if (rest !== '' && socket.writable) socket.write(rest[at++ % rest.length]!);
    }, siege.byteMs);
    socket.on('data', () => undefined);
    socket.on('error', error => {
      if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) reject(error);
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve(performance.now() - started);
    });
  });
}

/**
 * Other callers read and write all the while; returns how long each call took, in milliseconds, without this process's
 * wait for a processor.
 */
async function callMeanwhile(siege: Siege, isOver: () => boolean): Promise<number[]> {
  const client = createClient();
  const { url, token } = siege;
  const samples: number[] = [];
  const caller = async (which: number): Promise<void> => {
    for (let at = 0; !isOver(); at += 1) {
      const body = at % 10 === 9 ? { title: `caller ${which} ${at}` } : undefined;
      const asked = { method: body ? 'POST' : 'GET', path: '/conversations', token, body };
      const began = performance.now() - queuedMs(process.pid);
      const { status } = await client.ask(url, asked);
      samples.push(performance.now() - queuedMs(process.pid) - began);
      equal(status, body ? 201 : 200);
      await sleep(100);
    }
  };
  await Promise.all([0, 1, 2, 3].map(caller));
  client.close();
  return samples;
}

/** Lays siege to a running service; returns the slowest going and the p99 of the other callers, in milliseconds. */
export async function besiege(siege: Siege): Promise<{ goneMs: number; p99: number; calls: number }> {
  const sockets: Socket[] = [];
  const state = { isOver: false };
  const calling = callMeanwhile(siege, () => state.isOver);
  const kinds = senders(siege.token);
  const started = performance.now();
  const all = Array.from({ length: siege.sockets }, (_, at) =>
    dribble(siege, kinds[at % kinds.length]!, started, sockets),
  );
  const limit = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, siege.goneMs * 1.5);
  const gone = await Promise.all(all);
  clearTimeout(limit);
  state.isOver = true;
  const samples = await calling;
  return { goneMs: Math.max(...gone), p99: percentile(samples, 0.99), calls: samples.length };
}

/** Sockets that send a byte in 10 s: others are answered as ever, and the sockets are cut off. */
export const slowSockets: Fault = async run => {
  const database = await openTestDatabase(run);
  const [person] = await hire(database, 1);
  const serving = await startServing(database);
  try {
    const count = sized(run, FULL_SOCKETS);
    const siege = { url: serving.url, token: person!.token, sockets: count, byteMs: 10_000, goneMs: 40_000 };
    const { goneMs, p99, calls } = await besiege(siege);
    const slowest = `the slowest gone after ${(goneMs / 1_000).toFixed(1)} s (target: 40 s)`;
    return `${count} sockets, ${slowest}, p99 of ${calls} other calls ${p99.toFixed(0)} ms (target: 250 ms)`;
  } finally {
    await serving.kill();
    await database.close();
  }
};
