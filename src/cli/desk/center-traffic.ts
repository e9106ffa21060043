import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { CenterTraffic } from '../../state/host.ts';
import { createTrafficTally } from './traffic-tally.ts';

/** Where Node tells of each socket of this process that connects to another one. */
const SOCKETS = 'net.client.socket';
/** Where undici tells that bytes came or left. */
const MOMENTS = ['bodyChunkSent', 'bodySent', 'headers', 'bodyChunkReceived', 'trailers', 'error'].map(
  name => `undici:request:${name}`,
);

/** The bytes of a socket, or of the connection below TLS. */
interface Carried {
  readonly bytesWritten: number;
  readonly bytesRead: number;
}

/** Counts the bytes of this process's connections. */
export interface TrafficCounter {
  read(): CenterTraffic;
  stop(): void;
}

/**
 * Counts the bytes to and from the help center: HTTP and, if the connection is encrypted, TLS with its handshakes, also
 * of failed connections; not the headers of TCP and IP. Nothing else in this process connects to other machines.
 */
export function countCenterTraffic(now?: () => number): TrafficCounter {
  const open = new Map<Socket, () => Carried>();
  const closed = { sent: 0, received: 0 };
  const tally = createTrafficTally(now);
  const counted = { sent: 0, received: 0 };
  const total = () => {
    const carried = [...open.values()].map(read => read());
    return {
      sent: carried.reduce((sum, { bytesWritten }) => sum + bytesWritten, closed.sent),
      received: carried.reduce((sum, { bytesRead }) => sum + bytesRead, closed.received),
    };
  };
  const note = (): void => {
    const { sent, received } = total();
    tally.add(sent - counted.sent, received - counted.received);
    Object.assign(counted, { sent, received });
  };
  const follow = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    let below: Carried | undefined;
    const read = (): Carried => below ?? socket;
    open.set(socket, read);
    socket.once('connect', () => {
      below = belowTls(socket);
    });
    socket.once('close', () => {
      note();
      closed.sent += read().bytesWritten;
      closed.received += read().bytesRead;
      open.delete(socket);
    });
  };
  subscribe(SOCKETS, follow);
  for (const moment of MOMENTS) subscribe(moment, note);
  return {
    read: () => {
      note();
      return tally.read();
    },
    stop: () => {
      unsubscribe(SOCKETS, follow);
      for (const moment of MOMENTS) unsubscribe(moment, note);
    },
  };
}

/**
 * The connection that carries a TLS socket. The socket itself counts only decrypted bytes, and Node has no public name
 * for the lower one; without it, less is counted.
 */
function belowTls(socket: Socket): Carried | undefined {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly _parent?: Partial<Carried> } };
  const below = handle?._parent;
  return typeof below?.bytesRead === 'number' && typeof below.bytesWritten === 'number'
    ? (below as Carried)
    : undefined;
}
