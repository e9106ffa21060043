import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A way on loopback to a server, which can be shut: then every connection is broken and refused. */
export interface Gate {
  readonly url: string;
  /** Requests that went through, in bytes. */
  bytes(): number;
  shut(): Promise<void>;
  /** Opens it again; `target`: it leads to another server from now on. */
  open(target?: string): Promise<void>;
}

/** Opens a gate before the server at `target`. */
export async function openGate(target: string): Promise<Gate> {
  let far = new URL(target);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer(near => {
    const ends = [near, connect(Number(far.port), far.hostname)] as const;
    for (const [at, end] of ends.entries()) {
      const other = ends[1 - at]!;
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        sockets.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
    near.on('data', chunk => {
      bytes += chunk.length;
    });
  });
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bytes: () => bytes,
    open: (to = far.href) => {
      far = new URL(to);
      return listen(port);
    },
    shut: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
