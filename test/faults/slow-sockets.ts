import { equal } from 'node:assert/strict';
import { connect } from 'node:net';
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
/** Calls of others at full size. */
const FULL_CALLS = 200;
/** A socket that is open for so long is never let go. */
const PATIENCE_MS = 300_000;

/** How slow the sockets are, and what must hold meanwhile. */
export interface Siege {
  readonly url: string;
  readonly token: string;
  readonly sockets: number;
  /** Milliseconds between two bytes of a socket. */
  readonly byteMs: number;
  /** A socket that is let go comes back until so many calls of others were answered meanwhile. */
  readonly calls: number;
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
function dribble(siege: Siege, { opening, rest }: Sender): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(siege.url).port), '127.0.0.1');
    const late = setTimeout(() => {
      reject(new Error(`a socket is open after ${PATIENCE_MS / 1_000} s`));
      socket.destroy();
    }, PATIENCE_MS);
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
      clearTimeout(late);
      resolve(performance.now() - started);
    });
  });
}

/**
 * Other callers read and write all the while, and add to `samples` how long each call took, in milliseconds, without this
 * process's wait for a processor.
 */
async function callMeanwhile(siege: Siege, samples: number[], isOver: () => boolean): Promise<void> {
  const client = createClient();
  const { url, token } = siege;
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
}

/** Lays siege to a running service; returns the slowest going and the p99 of the other callers, in milliseconds. */
export async function besiege(siege: Siege): Promise<{ goneMs: number; p99: number; calls: number }> {
  const state = { isOver: false };
  const samples: number[] = [];
  const calling = callMeanwhile(siege, samples, () => state.isOver);
  const kinds = senders(siege.token);
  const slowest = async (kind: Sender): Promise<number> => {
    const gone = [];
    do gone.push(await dribble(siege, kind));
    while (samples.length < siege.calls);
    return Math.max(...gone);
  };
  const all = Array.from({ length: siege.sockets }, (_, at) => slowest(kinds[at % kinds.length]!));
  const gone = await Promise.all(all).finally(() => {
    state.isOver = true;
  });
  await calling;
  return { goneMs: Math.max(...gone), p99: percentile(samples, 0.99), calls: samples.length };
}

/** Sockets that send a byte in 10 s: others are answered as ever, and the sockets are cut off. */
export const slowSockets: Fault = async run => {
  const database = await openTestDatabase(run);
  const [person] = await hire(database, 1);
  const serving = await startServing(database);
  try {
    const count = sized(run, FULL_SOCKETS);
    const siege = { url: serving.url, token: person!.token, sockets: count, byteMs: 10_000, calls: FULL_CALLS };
    const { goneMs, p99, calls } = await besiege(siege);
    const slowest = `the slowest gone after ${(goneMs / 1_000).toFixed(1)} s (target: 40 s)`;
    return `${count} sockets, ${slowest}, p99 of ${calls} other calls ${p99.toFixed(0)} ms (target: 250 ms)`;
  } finally {
    await serving.kill();
    await database.close();
  }
};
