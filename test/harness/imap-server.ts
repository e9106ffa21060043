import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { HeldFolder } from './imap/folder.ts';
import { Session, type Site } from './imap/session.ts';

/** How a test server of mailboxes differs from an ordinary one. */
export interface ImapServerOptions {
  /** Capabilities beside IMAP4rev1, LITERAL+ and AUTH=PLAIN; by default IDLE and UIDPLUS. */
  readonly offers?: readonly string[];
  /** With a key and a certificate it speaks TLS from the first byte. */
  readonly tls?: TlsOptions;
  readonly port?: number;
}

/** A server of mailboxes in this process, on a real socket, that can fail in every way. */
export interface ImapServer extends Site {
  readonly port: number;
  /** The mailbox of `agent@shop.example`, whose password is `secret`. */
  readonly inbox: HeldFolder;
  /** Open connections. */
  connections(): number;
  /** Accepts connections and says nothing. */
  isMute: boolean;
  /** Ends every open connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a server of mailboxes. */
export async function openImapServer(options: ImapServerOptions = {}): Promise<ImapServer> {
  const { offers = ['IDLE', 'UIDPLUS'], tls, port = 0 } = options;
  const sockets = new Set<Socket>();
  const inbox = new HeldFolder();
  const take = (socket: Socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on('error', () => undefined);
    socket.on('close', () => void sockets.delete(socket));
    if (!server.isMute) new Session(server, socket);
  };
  const listener = tls ? createTlsServer(tls, take).on('tlsClientError', () => undefined) : createServer(take);
  await new Promise<void>((resolve, reject) => listener.on('error', reject).listen(port, '127.0.0.1', resolve));
  const server: ImapServer = {
    port: (listener.address() as AddressInfo).port,
    inbox,
    folders: new Map([['INBOX', inbox]]),
    passwords: new Map([['agent@shop.example', 'secret']]),
    offers: new Set(offers),
    heard: [],
    fault: () => undefined,
    bodyFault: undefined,
    unasked: [],
    pace: undefined,
    isMute: false,
    connections: () => sockets.size,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise(resolve => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return server;
}
