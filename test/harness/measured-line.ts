import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** How a line is: without limits it passes everything on at once. */
export interface LineLimits {
  /** In each direction, for all connections together. */
  readonly bytesPerSecond: number;
  /** One way, in milliseconds. A new connection first waits for a round trip, as its handshake does. */
  readonly oneWayMs: number;
}

/** What went over a line: TLS or HTTP, without the headers of IP and TCP. */
export interface LineTraffic {
  readonly up: number;
  readonly down: number;
  /** Connections that were made. */
  readonly connections: number;
}

/** A line on loopback to a server, which counts what it carries. */
export interface MeasuredLine {
  readonly port: number;
  /** All that was carried since the line was opened. */
  traffic(): LineTraffic;
  /** Connections that are open. */
  open(): number;
  /** What a message of so many bytes must wait before it leaves, in milliseconds: whether the line is busy. */
  waitMs(): number;
  /** Ends every connection without a word, as a lost network does. */
  cut(): void;
  close(): Promise<void>;
}

/** So finely the line is cut: what comes on one connection leaves room for the others. */
const PIECE = 128;

/** One direction of a line: pieces leave one after the other, and arrive in this order. */
export function createDirection({ bytesPerSecond, oneWayMs }: LineLimits) {
  const underWay: { readonly at: number; readonly deliver: () => void }[] = [];
  let freeAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const deliver = (): void => {
    timer = undefined;
    while (underWay[0] !== undefined && underWay[0].at <= performance.now()) underWay.shift()!.deliver();
    if (underWay[0] !== undefined) timer = setTimeout(deliver, Math.max(1, underWay[0].at - performance.now()));
  };
  return {
    waitMs: () => Math.max(0, freeAt - performance.now()),
    /** `size` bytes set out, at `notBefore` at the earliest. */
    send: (size: number, notBefore: number, arrive: () => void): void => {
      freeAt = Math.max(freeAt, performance.now(), notBefore) + (size / bytesPerSecond) * 1_000;
      underWay.push({ at: freeAt + oneWayMs, deliver: arrive });
      if (freeAt + oneWayMs <= performance.now() || !timer) deliver();
    },
    end: () => clearTimeout(timer),
  };
}

/** Opens a line to a port of this machine. */
export async function openMeasuredLine(
  target: number,
  limits: LineLimits = { bytesPerSecond: Number.POSITIVE_INFINITY, oneWayMs: 0 },
): Promise<MeasuredLine> {
  const count = { up: 0, down: 0, connections: 0 };
  const sockets = new Set<Socket>();
  const [up, down] = [createDirection(limits), createDirection(limits)];
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    return socket.on('error', () => undefined);
  };
  const carry = (from: Socket, to: Socket, way: 'up' | 'down', readyAt: number): void => {
    const direction = way === 'up' ? up : down;
    from.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PIECE) {
        const piece = bytes.subarray(at, at + PIECE);
        direction.send(piece.length, readyAt, () => {
          count[way] += piece.length;
          to.write(piece);
        });
      }
    });
    from.on('close', () => direction.send(0, readyAt, () => to.destroySoon()));
  };
  const server = createServer({ allowHalfOpen: false }, near => {
    count.connections += 1;
    const far = keep(connect(target, '127.0.0.1'));
    const readyAt = performance.now() + 2 * limits.oneWayMs;
    carry(keep(near), far, 'up', readyAt);
    carry(far, near, 'down', 0);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    traffic: () => ({ ...count }),
    open: () => sockets.size / 2,
    waitMs: () => Math.max(up.waitMs(), down.waitMs()),
    cut,
    close: async () => {
      cut();
      up.end();
      down.end();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
