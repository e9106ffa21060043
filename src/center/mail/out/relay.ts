import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';
import { type AccountSignIn, connectWithSecret, type Secret, tokenWords } from '../sign-in.ts';
import type { RelayAddress } from './relay-address.ts';
import { type RelayTrouble, relayTrouble } from './relay-trouble.ts';

/** The relay, as the settings describe it. */
export interface RelayAccount extends AccountSignIn {
  /** If it names no user, nothing is needed to sign in. */
  readonly address: RelayAddress;
}

/** How long the relay may be silent, in milliseconds. */
export interface RelayTimes {
  /** Until it is connected and has said hello. */
  readonly connectMs: number;
  /** For each answer: some relays look into a mail for viruses before they take it. */
  readonly answerMs: number;
}

/** A mail in its envelope. */
export interface Envelope {
  /** Empty: the null sender. */
  readonly from: string;
  readonly to: readonly string[];
}

/** The relay's answer for a mail that it took, for some of its recipients at least. */
export interface RelayAcceptance {
  /** Its last word. */
  readonly reply: string;
  readonly refused: readonly { readonly address: string; readonly trouble: RelayTrouble }[];
}

/**
 * A mail was not taken. `isWithinMail`: the relay let this machine in before. `mayBeOut`: the bytes of the mail had begun
 * to go out, and the relay's word about them is missing.
 */
export class NotTaken extends Error {
  readonly trouble: RelayTrouble;
  readonly isWithinMail: boolean;
  readonly mayBeOut: boolean;

  constructor(trouble: RelayTrouble, { isWithinMail = false, mayBeOut = false } = {}) {
    super(trouble.reason);
    this.trouble = trouble;
    this.isWithinMail = isWithinMail;
    this.mayBeOut = mayBeOut;
  }
}

const MAX_REPLY = 300;
/** For each step of a check, in milliseconds. */
const CHECK_MS = 20_000;

function tlsOptions({ tls }: RelayAddress) {
  if (tls === 'at once') return { secure: true };
  if (tls === 'by STARTTLS') return { secure: false, requireTLS: true };
  // On this machine the connection crosses no network: its server's certificate is often self-signed.
  return { secure: false, opportunisticTLS: true, tls: { rejectUnauthorized: false } };
}

/** The bytes of a mail as a stream, which tells when they begin to go out. */
function streamOf(bytes: Buffer, onBegin: () => void): Readable {
  return new Readable({
    read() {
      onBegin();
      this.push(bytes);
      this.push(null);
    },
  });
}

/** Its last word may be an error that comes just before its end. */
function endOf(client: SMTPConnection): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  client.on('error', reject);
  client.once('end', () => reject(Object.assign(new Error('ended'), { code: 'ECONNECTION' })));
  // The next use of the connection meets the failure.
  promise.catch(() => undefined);
  return promise;
}

/** Signs in by a token: by XOAUTH2 or, if the relay does not offer it, by OAUTHBEARER (RFC 7628). */
async function byToken({ auth, authMethods, sendCommand }: SMTPConnectionCustomAuthContext): Promise<void> {
  const { user, pass: token } = auth.credentials!;
  const method = authMethods.includes('XOAUTH2') ? 'XOAUTH2' : 'OAUTHBEARER';
  const said = Buffer.from(tokenWords(user!, token!)[method]).toString('base64');
  let reply = await sendCommand(`AUTH ${method} ${said}`);
  // A refusal comes with its reason first; the relay says the rest when it was read.
  if (reply.status === 334) reply = await sendCommand(method === 'XOAUTH2' ? '' : 'AQ==');
  if (reply.status !== 235) throw new Error('refused');
}

function enter(client: SMTPConnection, { user }: RelayAddress, secret: Secret | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve());
    client.connect(error => {
      if (error || user === undefined) return done(error);
      const credentials = { user, pass: secret?.text };
      client.login({ user, credentials, ...(secret?.isToken && { method: 'TOKEN' }) }, done);
    });
  });
}

/** An open connection to the relay. */
export class RelayConnection {
  readonly #client: SMTPConnection;
  readonly #ended: Promise<never>;
  readonly #explain: (error: unknown) => RelayTrouble;
  #isOpen = true;

  constructor(client: SMTPConnection, ended: Promise<never>, explain: (error: unknown) => RelayTrouble) {
    this.#client = client;
    this.#ended = ended;
    this.#explain = explain;
    // An idle connection may end at any time.
    ended.catch(() => this.close());
  }

  /** False when it has ended: then another one is needed. */
  isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether it takes addresses with letters beyond ASCII before their `@` (RFC 6531). */
  takesUtf8(): boolean {
    const { _supportedExtensions: offered } = this.#client as unknown as { _supportedExtensions?: readonly string[] };
    return offered?.includes('SMTPUTF8') === true;
  }

  /** Hands a mail over. Rejects with `NotTaken`; after a trouble of the relay the connection is closed. */
  async send({ from, to }: Envelope, bytes: Buffer): Promise<RelayAcceptance> {
    let hasBegun = false;
    const envelope = { from, to: [...to], size: bytes.length, use8BitMime: true };
    try {
      const stream = streamOf(bytes, () => {
        hasBegun = true;
      });
      const { response, rejectedErrors = [] } = await Promise.race([this.#send(envelope, stream), this.#ended]);
      const refused = rejectedErrors.map(error => ({ address: error.recipient!, trouble: this.#explain(error) }));
      return { reply: response.slice(0, MAX_REPLY), refused };
    } catch (error) {
      const trouble = this.#explain(error);
      if (trouble.about === 'relay') this.close();
      else await this.#reset();
      throw new NotTaken(trouble, { isWithinMail: true, mayBeOut: hasBegun && trouble.about === 'relay' });
    }
  }

  #send(...given: [Parameters<SMTPConnection['send']>[0], Readable]) {
    return new Promise<NonNullable<Parameters<Parameters<SMTPConnection['send']>[2]>[1]>>((resolve, reject) => {
      this.#client.send(...given, (error, info) => (error || !info ? reject(error) : resolve(info)));
    });
  }

  /** Forgets the refused mail; a relay that does not is left. */
  #reset(): Promise<void> {
    const reset = new Promise<void>((resolve, reject) =>
      this.#client.reset(error => (error ? reject(error) : resolve())),
    );
    // Closed is reset too: the next mail gets a new connection.
    return Promise.race([reset, this.#ended]).catch(() => this.close());
  }

  /** Ends it at once; a mail in progress is not taken. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#client.close();
  }
}

/** Connects and signs in. Rejects with `NotTaken`. */
export async function connectRelay(
  account: RelayAccount,
  times: RelayTimes,
  signal: AbortSignal,
): Promise<RelayConnection> {
  const { address } = account;
  if (address.user === undefined) return connect(address, undefined, times, signal);
  try {
    return await connectWithSecret(
      account,
      secret => connect(address, secret, times, signal),
      error => error instanceof NotTaken && error.trouble.isRefused === true,
      signal,
    );
  } catch (error) {
    throw error instanceof NotTaken ? error : new NotTaken(relayTrouble(error, address));
  }
}

async function connect(
  address: RelayAddress,
  secret: Secret | undefined,
  { connectMs, answerMs }: RelayTimes,
  signal: AbortSignal,
): Promise<RelayConnection> {
  const explain = (error: unknown) => relayTrouble(error, address, secret?.text);
  let end = (): void => undefined;
  try {
    const { default: Client } = await import('nodemailer/lib/smtp-connection');
    const client = new Client({
      host: address.host,
      port: address.port,
      ...tlsOptions(address),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: answerMs,
      logger: false,
      customAuth: { TOKEN: byToken },
    });
    end = () => client.close();
    signal.addEventListener('abort', end);
    const ended = endOf(client);
    if (signal.aborted) end();
    await Promise.race([enter(client, address, secret), ended]);
    return new RelayConnection(client, ended, explain);
  } catch (error) {
    end();
    throw new NotTaken(explain(error));
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Signs in to the relay and sends nothing. Returns why that does not work, as a clause; undefined if it does. */
export async function checkRelay(relay: RelayAccount): Promise<string | undefined> {
  const times = { connectMs: CHECK_MS, answerMs: CHECK_MS };
  try {
    const connection = await connectRelay(relay, times, AbortSignal.timeout(2 * CHECK_MS));
    connection.close();
    return undefined;
  } catch (error) {
    if (error instanceof NotTaken) return error.trouble.reason;
    throw error;
  }
}
