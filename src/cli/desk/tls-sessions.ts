import type { ConnectionOptions, TLSSocket } from 'node:tls';
import type { Fetch } from '../../client/over-http.ts';
import type { Connect, ConnectTo } from '../../runtime/node-or-bun.ts';
import { tokenMark } from '../first-frame/witness.ts';
import { isFresh, type KeptTlsSession, keepTlsSession, readTlsSession } from '../tls-session-file.ts';
import { sessionLifeMs } from './tls-session-life.ts';

/** The TLS sessions of a desk with one help center. */
export interface TlsSessions {
  /** Makes its connections. */
  readonly connect: Connect;
  /** Looks at each answer: a session whose token is refused is not kept. */
  watch(fetch: Fetch): Fetch;
  /** Leaves the newest session to the next start of the desk. */
  close(): void;
}

interface TlsSession extends Pick<KeptTlsSession, 'verifiedAt' | 'until'> {
  readonly session: Buffer;
  /** Older versions of TLS resume without a new key: their sessions serve this process alone. */
  readonly isModern: boolean;
}

/**
 * The offer to resume a session of TLS 1.3: one key share of 32 bytes in place of two of 1,248, and no words for older
 * versions or for signatures, because resuming does not need them. A recording stays safe if the small share is broken:
 * its keys follow from the session's secret too, and both sides made that secret with all key shares.
 */
const RESUMING: ConnectionOptions = { ecdhCurve: 'X25519', minVersion: 'TLSv1.3', sigalgs: 'ecdsa_secp521r1_sha512' };

/** As long as fetch itself waits. */
const CONNECT_MS = 10_000;

/**
 * Resumes the newest session of this process or, at first, of the last desk with the same token at the same origin: no
 * certificates are sent again. Resuming proves that the server has the secret that was agreed upon when its certificate
 * and host name were verified, which is at most a day ago; a certificate that was revoked since is met at the next full
 * handshake. If a server does not take the session, nothing is sent on that connection: another one is made with a full
 * handshake, verified as ever.
 */
export function createTlsSessions(url: string, token: () => string): TlsSessions {
  const { origin } = new URL(url);
  const owner = () => ({ origin, token: tokenMark(token()) });
  let held: TlsSession | undefined;
  let isRead = false;
  let isRefused = false;

  const offered = (): TlsSession | undefined => {
    if (!isRead) held ??= fromFile(readTlsSession(owner(), Date.now()));
    isRead = true;
    if (held && !isFresh(held, Date.now())) held = undefined;
    return held;
  };

  const open = async (to: ConnectTo): Promise<TLSSocket> => {
    const before = offered();
    const resumed = before && (await resume(to, before));
    if (before && !resumed) held = undefined;
    const verifiedAt = resumed ? before!.verifiedAt : Date.now();
    return resumed ?? secured(to, {}, keep(verifiedAt));
  };

  const keep = (verifiedAt: number) => (socket: TLSSocket) =>
    void socket.on('session', session => {
      const isModern = socket.getProtocol() === 'TLSv1.3';
      held = { session, isModern, verifiedAt, until: Date.now() + sessionLifeMs(session) };
    });

  /** The connection if the server resumes the session; undefined if it does not. */
  const resume = async (
    to: ConnectTo,
    { session, isModern, verifiedAt }: TlsSession,
  ): Promise<TLSSocket | undefined> => {
    try {
      const socket = await secured(to, { session, ...(isModern ? RESUMING : {}) }, keep(verifiedAt));
      if (!isModern || socket.isSessionReused()) return socket;
      socket.destroy();
    } catch (error) {
      if (!(error as { isOfTls?: boolean }).isOfTls) throw error;
    }
    return undefined;
  };

  return {
    connect: (to, done) =>
      void open(to).then(
        socket => done(null, socket),
        error => done(error as Error, null),
      ),
    watch: fetch => async request => {
      const response = await fetch(request);
      if (response.status === 401 || response.ok) isRefused = response.status === 401;
      return response;
    },
    close: () => {
      if (isRefused || held === undefined) return keepTlsSession(owner(), undefined, Date.now());
      const { session, isModern, verifiedAt, until } = held;
      if (isModern)
        keepTlsSession(owner(), { ...owner(), session: session.toString('base64'), verifiedAt, until }, Date.now());
    },
  };
}

function fromFile(kept: KeptTlsSession | undefined): TlsSession | undefined {
  if (kept === undefined) return undefined;
  const { session, verifiedAt, until } = kept;
  return { session: Buffer.from(session, 'base64'), isModern: true, verifiedAt, until };
}

/** Connects as fetch does. An error after the connection was made `isOfTls`. */
async function secured(
  { hostname, port, servername }: ConnectTo,
  more: ConnectionOptions,
  follow: (socket: TLSSocket) => void,
): Promise<TLSSocket> {
  // Loaded at the first connection: other desks do not need it.
  const { connect } = await import('node:tls');
  const { isIP } = await import('node:net');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: servername ?? (isIP(hostname) ? '' : hostname),
      ALPNProtocols: ['http/1.1'],
      ...more,
    });
    let isMade = false;
    const late = setTimeout(() => {
      isMade = false;
      socket.destroy(Object.assign(new Error('Connect Timeout Error'), { code: 'UND_ERR_CONNECT_TIMEOUT' }));
    }, CONNECT_MS);
    socket.setKeepAlive(true, 60_000);
    socket.setNoDelay(true);
    follow(socket);
    const failed = (error: Error): void => {
      clearTimeout(late);
      reject(Object.assign(error, { isOfTls: isMade }));
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      isMade = true;
    });
    socket.once('secureConnect', () => {
      clearTimeout(late);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}
