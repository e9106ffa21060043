import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address of this machine for a service that is at another one after each start. */
export interface MovingPort {
  readonly port: number;
  readonly url: string;
  /** Connections go to this address from now on: a URL of this machine, or the path of a socket. */
  lead(to: string): void;
  /** From now on nothing passes through the present connections, and neither side learns of it. */
  hang(): void;
  /** Whether what connects from now on finds nobody and is not refused. */
  swallow(isSwallowed: boolean): void;
  close(): Promise<void>;
}

interface Passing {
  readonly sockets: readonly [Socket, Socket];
  isHung: boolean;
}

/** What was sent stays unread, as on a network that is gone. */
function hangUp(passing: Passing): void {
  passing.isHung = true;
  for (const socket of passing.sockets) socket.unpipe().pause();
}

/** Opens it. A connection ends when the service's does, in whatever way. */
export async function openMovingPort(): Promise<MovingPort> {
  let to: { readonly path: string } | { readonly port: number; readonly host: string } = { port: 9, host: '127.0.0.1' };
  let isSwallowed = false;
  const open = new Set<Passing>();
  const server = createServer(near => {
    const far = connect(to);
    const passing: Passing = { sockets: [near, far], isHung: false };
    const end = () => {
      if (passing.isHung) return;
      for (const socket of passing.sockets) socket.destroy();
      open.delete(passing);
    };
    open.add(passing);
    for (const socket of passing.sockets) socket.on('error', end).on('close', end);
    near.pipe(far).pipe(near);
    if (isSwallowed) hangUp(passing);
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    lead: next => {
      to = next.startsWith('/') ? { path: next } : { port: Number(new URL(next).port), host: '127.0.0.1' };
    },
    hang: () => open.forEach(hangUp),
    swallow: next => {
      isSwallowed = next;
    },
    close: async () => {
      for (const { sockets } of open) for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
