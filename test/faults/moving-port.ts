import { type AddressInfo, connect, createServer } from 'node:net';

/** One address of this machine for a service whose port is another one after each start. */
export interface MovingPort {
  readonly url: string;
  /** Connections go to this address from now on. */
  lead(to: string): void;
  close(): Promise<void>;
}

/** Opens it. A connection ends when the service's does, in whatever way. */
export async function openMovingPort(): Promise<MovingPort> {
  let port = 9;
  const open = new Set<() => void>();
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1');
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(end);
    };
    open.add(end);
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: to => {
      port = Number(new URL(to).port);
    },
    close: async () => {
      for (const end of open) end();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
