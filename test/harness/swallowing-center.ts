import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** Where a swallowing line goes dead: before the answer begins, or in the middle of its body. */
export type Swallow = 'before the headers' | 'in mid-body';

/** A line on loopback that takes every request and then goes dead, as behind a NAT that has forgotten it. */
export interface SwallowingCenter {
  readonly url: string;
  /** How many requests have come. */
  asked(): number;
  /** How many connections are open; a request that was given up closes its own. */
  open(): number;
  close(): Promise<void>;
}

const HALF_AN_ANSWER =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"data": [{"id": 1, "title": "';
const HALF_A_STREAM =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n:\n\n\r\n';

export async function openSwallowingCenter(where: Swallow): Promise<SwallowingCenter> {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', bytes => {
      asked += 1;
      if (where === 'before the headers') return;
      socket.write(bytes.includes('/events') ? HALF_A_STREAM : HALF_AN_ANSWER);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
