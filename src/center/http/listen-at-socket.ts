import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { createDoor } from './dial-in.ts';
import { type Listening, listen, type ServedCenter } from './listen.ts';

/**
 * Serves a center at a Unix socket to `frontdesk dial`. Each SSH key has a listener of its own, in a folder that only this
 * user can enter; a connection that the door accepts is passed on to the listener of its key. Rejects if the socket
 * cannot be opened.
 */
export async function listenAtSocket(center: ServedCenter, path: string, secret: string): Promise<Listening> {
  const folder = mkdtempSync(`${tmpdir()}/frontdesk-keys-`);
  const door = createDoor(secret);
  const open = new Set<Socket>();
  const listeners = new Map<string, Promise<Listening>>();
  const listenerOf = (sshKey: string): Promise<Listening> => {
    const known = listeners.get(sshKey) ?? listen(center, { path: `${folder}/${listeners.size}`, sshKey });
    listeners.set(sshKey, known);
    return known;
  };
  const server = createServer({ allowHalfOpen: true }, socket => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    door(socket)
      .then(listenerOf)
      .then(
        ({ url }) => join(socket, connect(url)),
        () => socket.destroy(),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
  const close = async (): Promise<void> => {
    const ended = new Promise(resolve => server.close(resolve));
    for (const listener of listeners.values()) await (await listener).close();
    for (const socket of open) socket.destroy();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: path, close };
}

/** Passes everything on between two connections, until one of them ends. */
function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  other.on('error', () => one.destroy()).once('close', () => one.destroy());
  one.once('close', () => other.destroy());
}
