import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { TLSSocket } from 'node:tls';

/** Where undici tells of each connection that it made. */
const CONNECTED = 'undici:client:connected';

/**
 * Holds the newest TLS session of this process, so that another connection to the help center resumes it and no
 * certificates are sent again. undici remembers sessions too, but weakly: without this the next garbage collection
 * takes them. Returns a function that stops it.
 */
export function holdTlsSessions(): () => void {
  const held: Buffer[] = [];
  const hold = (message: unknown): void => {
    const { socket } = message as { socket?: Partial<TLSSocket> };
    // The class is not loaded for this: other desks do not need it.
    if (socket?.encrypted) socket.on?.('session', session => held.splice(0, 1, session));
  };
  subscribe(CONNECTED, hold);
  return () => {
    unsubscribe(CONNECTED, hold);
    held.length = 0;
  };
}
