import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Center } from './center.ts';
import { cutSlowBody, defaultPace, type Pace } from './slow-bodies.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** How long a request's head may take, in milliseconds. */
  readonly headTimeoutMs?: number;
  readonly pace?: Pace;
  /** How long requests under way may take once the service closes, in milliseconds. */
  readonly drainMs?: number;
}

export interface Listening {
  /** Where it listens, without a path: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no more requests, ends the event streams, lets what is under way finish, then closes. */
  close(): Promise<void>;
}

const start = (server: Server, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });

const stop = (server: Server, center: Center, drainMs: number): Promise<void> =>
  new Promise(resolve => {
    const last = setTimeout(() => server.closeAllConnections(), drainMs);
    // A connection whose request has just ended is kept for another one; there will be none.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(last);
      clearInterval(sweep);
      resolve();
    });
    center.parts.hub.close();
  });

/** Serves a center over HTTP. Rejects where the address cannot be had. Closing does not close the center. */
export const listen = async (center: Center, options: ListenOptions): Promise<Listening> => {
  const { host, port, headTimeoutMs = 10_000, pace = defaultPace, drainMs = 10_000 } = options;
  const listener = getRequestListener(
    (request, bindings) => {
      const { incoming } = bindings as { incoming: IncomingMessage };
      return center.fetch(request, incoming.socket.remoteAddress ?? 'unknown');
    },
    { hostname: host, overrideGlobalObjects: false },
  );
  const server = createServer(
    {
      headersTimeout: headTimeoutMs,
      // The pace of the body is watched below: an upload on a slow link may take as long as it needs.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(1_000, headTimeoutMs),
      maxHeaderSize: 16_384,
      keepAliveTimeout: 10_000,
    },
    (incoming, outgoing) => {
      cutSlowBody(incoming, pace);
      void listener(incoming, outgoing);
    },
  );
  const address = await start(server, host, port);
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}`, close: () => stop(server, center, drainMs) };
};
