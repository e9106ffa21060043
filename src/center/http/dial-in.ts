import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';

/**
 * How a connection to the Unix socket begins. Both sides prove that they can read the secret of the installation, each with
 * a random text of the other, so that a proof cannot be used again and a stranger at either end learns nothing:
 *
 *     dial:  dial <key> <random of dial>
 *     serve: <random of serve> <proof of serve>
 *     dial:  <proof of dial>
 *
 * From then on the connection carries HTTP, and is the key's agent's.
 */
const FIRST = /^dial ([\da-f]{64}) ([\da-f]{32})$/;
const SECOND = /^([\da-f]{32}) ([\da-f]{64})$/;
const THIRD = /^([\da-f]{64})$/;

/** Longer than any of these lines. */
const MAX_LINE = 256;
const LIMIT_MS = 10_000;

type PeerSecrets = readonly [key: string, ofDial: string, ofServe: string];

function proof(secret: string, side: 'serve' | 'dial', said: PeerSecrets): string {
  return createHmac('sha256', secret)
    .update([side, ...said].join(' '))
    .digest('hex');
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function randomText(): string {
  return randomBytes(16).toString('hex');
}

/** Reads one line in this form, and nothing behind it. */
async function lineOf(socket: Duplex, form: RegExp): Promise<readonly string[]> {
  let read = '';
  while (!read.includes('\n')) {
    const byte = socket.read(1) as Buffer | null;
    if (byte !== null) read += byte.toString('latin1');
    else if (socket.readableEnded || socket.destroyed) throw new Error('The other side left.');
    else await moreOf(socket);
    if (read.length > MAX_LINE) break;
  }
  const [, ...parts] = form.exec(read.slice(0, -1)) ?? [];
  if (parts.length === 0) throw new Error('The other side says something else.');
  return parts;
}

function moreOf(socket: Duplex): Promise<void> {
  return new Promise(resolve => {
    const events = ['readable', 'end', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) socket.off(event, done);
      resolve();
    };
    for (const event of events) socket.on(event, done);
  });
}

/** Ends a connection whose beginning takes too long. */
async function inTime<T>(socket: Duplex, work: Promise<T>, limitMs: number): Promise<T> {
  const timer = setTimeout(() => socket.destroy(), limitMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads how a connection begins. Resolves with its SSH key; rejects if it is to be closed. */
type Door = (socket: Duplex) => Promise<string>;

/** The side of `serve`: accepts a connection if the other side knows the secret. */
export function createDoor(secret: string, limitMs = LIMIT_MS): Door {
  const greet = async (socket: Duplex): Promise<string> => {
    const [key, ofDial] = (await lineOf(socket, FIRST)) as [string, string];
    const said: PeerSecrets = [key, ofDial, randomText()];
    socket.write(`${said[2]} ${proof(secret, 'serve', said)}\n`);
    const [proved] = (await lineOf(socket, THIRD)) as [string];
    if (!isSame(proved, proof(secret, 'dial', said))) throw new Error('The other side does not know the secret.');
    return key;
  };
  return socket => inTime(socket, greet(socket), limitMs);
}

/** The side of `frontdesk dial`: says which key it is, to a `serve` that knows the secret. */
export async function dialIn(socket: Duplex, key: string, secret: string, limitMs = LIMIT_MS): Promise<void> {
  const ofDial = randomText();
  const greet = async (): Promise<void> => {
    socket.write(`dial ${key} ${ofDial}\n`);
    const [ofServe, proved] = (await lineOf(socket, SECOND)) as [string, string];
    const said: PeerSecrets = [key, ofDial, ofServe];
    if (!isSame(proved, proof(secret, 'serve', said))) throw new Error('The other side does not know the secret.');
    socket.write(`${proof(secret, 'dial', said)}\n`);
  };
  await inTime(socket, greet(), limitMs);
}
