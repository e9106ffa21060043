import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { pem } from './tls.ts';

/** A request and its answer as they were on the wire, before TLS: bytes with their heads. */
export interface Exchange {
  /** `GET /conversations?limit=80`. */
  readonly called: string;
  /** Which connection it went over, counted from 1. */
  readonly connection: number;
  readonly atMs: number;
  readonly request: Buffer;
  answer: Buffer;
}

/** What stands in front of a help center: it takes TLS off, or only looks, and notes each exchange. */
export interface Front {
  readonly port: number;
  readonly exchanges: readonly Exchange[];
  /** All that went through, without TLS. */
  bytes(): number;
  /** How many TLS connections began, and how many of them resumed a session. */
  handshakes(): { readonly all: number; readonly resumed: number };
  close(): Promise<void>;
}

const BASE = '/api/agent/v1';

/** Opens one before a server of this machine, with the certificate `good` of the fixtures if it speaks TLS. */
export async function openFront(target: number, { tls }: { readonly tls: boolean }): Promise<Front> {
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();
  const count = { connections: 0, resumed: 0, bytes: 0 };
  const keep = <S extends Socket>(socket: S): S => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return socket.on('error', () => undefined);
  };
  const join = (near: Socket | TLSSocket): void => {
    count.connections += 1;
    if ('isSessionReused' in near && near.isSessionReused()) count.resumed += 1;
    const connection = count.connections;
    const far = keep(connect(target, '127.0.0.1'));
    far.setNoDelay(true);
    keep(near).setNoDelay(true);
    let open: Exchange | undefined;
    near.on('data', (bytes: Buffer) => {
      far.write(bytes);
      count.bytes += bytes.length;
      if (open && open.answer.length === 0) {
        Object.assign(open, { request: Buffer.concat([open.request, bytes]) });
        return;
      }
      const called = bytes.toString('latin1', 0, 2_000).split(' ', 2).join(' ').replace(BASE, '');
      open = { called, connection, atMs: performance.now(), request: bytes, answer: Buffer.alloc(0) };
      exchanges.push(open);
    });
    far.on('data', (bytes: Buffer) => {
      near.write(bytes);
      count.bytes += bytes.length;
      if (open) open.answer = Buffer.concat([open.answer, bytes]);
    });
    near.on('close', () => far.destroySoon());
    far.on('close', () => near.destroySoon());
  };
  const server = tls ? createTlsServer({ key: pem('key'), cert: pem('good') }, join) : createServer(join);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    exchanges,
    bytes: () => count.bytes,
    handshakes: () => ({ all: tls ? count.connections : 0, resumed: count.resumed }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
