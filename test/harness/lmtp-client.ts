import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a server said to a command: `250 2.0.0 Ok`. */
export interface LmtpReply {
  readonly code: number;
  readonly text: string;
}

/** A mail and its envelope. */
export interface Delivery {
  readonly from: string;
  readonly to: readonly string[];
  /** As `lmtpData` makes it: a mail that is sent often is made ready once. */
  readonly data: Uint8Array;
}

/** A connection to an LMTP server. */
export interface LmtpClient {
  /** Sends a mail and returns what the server says of each recipient. Throws if the connection ends before. */
  deliver(delivery: Delivery): Promise<readonly LmtpReply[]>;
  /** Sends a line and returns the reply. */
  say(line: string): Promise<LmtpReply>;
  /** Says goodbye. */
  quit(): Promise<void>;
  /** Cuts the connection. */
  destroy(): void;
}

/** A mail as it is sent after DATA: lines end in CRLF, those that begin with a dot get another one, a lone dot ends it. */
export function lmtpData(source: string | Uint8Array): Buffer {
  // Bytes as letters: a mail's charset does not matter here.
  const text =
    typeof source === 'string' ? Buffer.from(source).toString('latin1') : Buffer.from(source).toString('latin1');
  const lines = text.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..');
  return Buffer.from(`${lines}${lines.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1');
}

/** The replies of a server, in order; a reply that has several lines is one. */
function repliesOf(socket: Socket) {
  const waiting: PromiseWithResolvers<LmtpReply>[] = [];
  const come: LmtpReply[] = [];
  let rest = '';
  let lines: string[] = [];
  let ended: Error | undefined;
  const take = (line: string): void => {
    lines.push(line.slice(4));
    if (line[3] === '-') return;
    const reply = { code: Number(line.slice(0, 3)), text: lines.join('\n') };
    lines = [];
    const first = waiting.shift();
    if (first) first.resolve(reply);
    else come.push(reply);
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\r\n');
    rest = parts.pop()!;
    for (const line of parts) take(line);
  });
  socket.on('error', error => {
    ended ??= error;
  });
  socket.on('close', () => {
    ended ??= new Error('the server ended the connection');
    for (const each of waiting.splice(0)) each.reject(ended);
  });
  return (): Promise<LmtpReply> => {
    const reply = come.shift();
    if (reply) return Promise.resolve(reply);
    if (ended) return Promise.reject(ended);
    const next = Promise.withResolvers<LmtpReply>();
    waiting.push(next);
    return next.promise;
  };
}

/** Connects to an LMTP server on a port of this machine, or on a socket's path, and says LHLO. */
export async function openLmtp(place: number | string): Promise<LmtpClient> {
  const socket =
    typeof place === 'number' ? connect({ port: place, host: '127.0.0.1', noDelay: true }) : connect(place);
  const next = repliesOf(socket);
  const say = (line: string): Promise<LmtpReply> => {
    socket.write(`${line}\r\n`);
    return next();
  };
  await next();
  await say('LHLO client.example');

  /** As a mail server does, the whole envelope goes out at once, before the first reply. */
  const offer = async ({
    from,
    to,
  }: Delivery): Promise<{ accepted: number; replies: LmtpReply[]; data: LmtpReply }> => {
    socket.write([`MAIL FROM:<${from}>`, ...to.map(each => `RCPT TO:<${each}>`), 'DATA', ''].join('\r\n'));
    const sender = await next();
    const replies: LmtpReply[] = [];
    for (const _ of to) replies.push(await next());
    const accepted = sender.code === 250 ? replies.filter(({ code }) => code === 250).length : 0;
    return { accepted, replies: sender.code === 250 ? replies : to.map(() => sender), data: await next() };
  };

  return {
    say,
    deliver: async delivery => {
      const { accepted, replies, data } = await offer(delivery);
      if (data.code !== 354) {
        await say('RSET');
        return replies.map(reply => (reply.code === 250 ? data : reply));
      }
      socket.write(delivery.data);
      const said: LmtpReply[] = [];
      for (let at = 0; at < accepted; at += 1) said.push(await next());
      return replies.map(reply => (reply.code === 250 ? said.shift()! : reply));
    },
    quit: async () => {
      await say('QUIT').catch(() => undefined);
      socket.destroy();
    },
    destroy: () => void socket.destroy(),
  };
}

/** Waits until an LMTP server answers at this place; fails after `withinMs` with its last refusal. */
export async function untilLmtp(place: number | string, withinMs = 30_000): Promise<void> {
  for (let left = withinMs; ; left -= 50) {
    try {
      return await (await openLmtp(place)).quit();
    } catch (error) {
      if (left <= 0) throw error;
      await sleep(50);
    }
  }
}
