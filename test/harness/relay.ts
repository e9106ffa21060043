import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { RelaySession, type RelaySite, type TakenMail } from './smtp/session.ts';

/** How a test relay differs from one that takes all mail without encryption. */
export interface RelayOptions {
  /** A key and a certificate, such as those of `test/fixtures/tls`. */
  readonly tls?: TlsOptions;
  /** Speaks TLS from the first byte; else it offers STARTTLS. */
  readonly isTlsFromStart?: boolean;
  /** Names and passwords; if there are any, a client must sign in. */
  readonly passwords?: Readonly<Record<string, string>>;
  /** By default `PLAIN LOGIN`. */
  readonly mechanisms?: string;
  readonly port?: number;
  /** How large a mail may be, in bytes; by default 50 MiB. */
  readonly sizeLimit?: number;
}

/** A relay in this process, on a real socket, that keeps what it takes and can fail at each step. */
export interface Relay extends Omit<RelaySite, 'take'> {
  readonly port: number;
  /** The mails that it took, in order; a mail that came twice is here twice. */
  readonly taken: readonly TakenMail[];
  /** How often it took each mail, by Message-ID. */
  readonly times: ReadonlyMap<string, number>;
  /** Open connections. */
  connections(): number;
  /** How many connections there were. */
  connectionsEver(): number;
  /** Ends every open connection. */
  cut(): void;
  /** Refuses connections, and ends those that are open; `open` takes them again, on the same port. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

const SIZE_LIMIT = 50 * 1024 * 1024;

/** Starts a relay. */
export async function openRelay(options: RelayOptions = {}): Promise<Relay> {
  const { tls, isTlsFromStart = false, passwords = {}, mechanisms = 'PLAIN LOGIN', sizeLimit = SIZE_LIMIT } = options;
  const sockets = new Set<Socket>();
  const taken: TakenMail[] = [];
  const times = new Map<string, number>();
  let ever = 0;
  const site: RelaySite = {
    tls: isTlsFromStart ? undefined : tls,
    passwords: new Map(Object.entries(passwords)),
    mechanisms,
    sizeLimit,
    heard: [],
    fault: (step, line) => relay.fault(step, line),
    take: mail => {
      taken.push(mail);
      times.set(mail.id, (times.get(mail.id) ?? 0) + 1);
    },
  };
  const welcome = (socket: Socket) => {
    ever += 1;
    sockets.add(socket.setNoDelay(true));
    socket.on('error', () => undefined);
    socket.on('close', () => void sockets.delete(socket));
    new RelaySession(site, socket, isTlsFromStart);
  };
  const listener =
    tls && isTlsFromStart ? createTlsServer(tls, welcome).on('tlsClientError', () => undefined) : createServer(welcome);
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      listener.once('error', reject).listen(port, '127.0.0.1', () => resolve(void listener.off('error', reject)));
    });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const shut = () =>
    new Promise<void>(resolve => {
      listener.close(() => resolve());
      cut();
    });
  await listen(options.port ?? 0);
  const { port } = listener.address() as AddressInfo;
  const relay: Relay = {
    ...site,
    port,
    taken,
    times,
    fault: () => undefined,
    connections: () => sockets.size,
    connectionsEver: () => ever,
    cut,
    shut,
    open: () => listen(port),
    close: shut,
  };
  return relay;
}
