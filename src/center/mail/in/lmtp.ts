import { once } from 'node:events';
import { chmod, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { keptAddress } from '../../../text/address-form.ts';
import { MAX_MAIL_BYTES } from '../../intake/sources/bytes.ts';
import { problemOf } from '../../model/problem.ts';
import type { Door } from './accept-mail.ts';
import type { MailFacts } from './facts.ts';
import { type LmtpAddress, lmtpName } from './lmtp-address.ts';
import { takeAnyAddress } from './lmtp-envelope.ts';

/** Limits of the listener. */
export interface LmtpOptions {
  readonly maxMailBytes?: number;
  readonly maxClients?: number;
  /** How long a mail in progress may take after the listener begins to close, in milliseconds. */
  readonly drainMs?: number;
}

/** A listening LMTP server. */
export interface Lmtp {
  /** Where it listens, as in the settings; with the real port. */
  readonly at: string;
  /** Accepts no more mails, lets those in progress finish, then closes. */
  close(): Promise<void>;
}

/** Another program listens at this address; or the system refuses it. The message says why, for a person. */
class CannotListen extends Error {}

/** The owner, and the group of its folder: the mail server must belong to that. */
const SOCKET_MODE = 0o660;

const defaults = { maxMailBytes: MAX_MAIL_BYTES, maxClients: 100, drainMs: 10_000 } as const;

/** An answer with its code (RFC 5321 and 3463). */
function answer(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function refusalFor(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return answer(452, '4.3.1 The disk of the help center is full; try again later');
  return problemOf(error).code === 'unavailable'
    ? answer(451, '4.3.0 The help center cannot store mail now; try again later')
    : answer(451, '4.3.0 The help center could not take this mail; try again later');
}

function factsOf({ envelope }: SMTPServerSession): MailFacts {
  const { mailFrom, rcptTo } = envelope;
  const from = mailFrom === false || mailFrom.address === '' ? null : keptAddress(mailFrom.address);
  return { via: 'lmtp', envelope: { from, to: rcptTo.map(({ address }) => keptAddress(address)) } };
}

/** Takes a mail to its end, also one that is too large: its sender hears of it only then. */
async function* within(stream: SMTPServerDataStream) {
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) yield chunk;
  if (stream.sizeExceeded) throw answer(552, '5.3.4 The mail is too large');
}

async function take(
  door: Pick<Door, 'accept'>,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<Error | null> {
  try {
    await door.accept(within(stream), factsOf(session));
    return null;
  } catch (error) {
    stream.resume();
    return 'responseCode' in (error as Error) ? (error as Error) : refusalFor(error);
  }
}

async function listenAt(server: SMTPServer, address: LmtpAddress): Promise<void> {
  server.listen(address);
  await once(server.server, 'listening');
}

/** Whether no process listens on a socket that exists: a killed process has left it. */
async function isLeft(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

function listenError(error: unknown, at: string): CannotListen {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new CannotListen(`Another program listens at ${at}.`);
  // A missing folder looks the same to Node.
  if (code === 'EACCES') return new CannotListen(`${at} is in a folder that is missing or closed to this user.`);
  return new CannotListen(`Cannot listen at ${at}: ${message}`);
}

async function start(server: SMTPServer, address: LmtpAddress): Promise<void> {
  try {
    await listenAt(server, address).catch(async error => {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || !('path' in address) || !(await isLeft(address.path))) throw error;
      await unlink(address.path);
      await listenAt(server, address);
    });
    if ('path' in address) await chmod(address.path, SOCKET_MODE);
  } catch (error) {
    throw listenError(error, lmtpName(address));
  }
}

function portOf(server: SMTPServer, address: LmtpAddress): LmtpAddress {
  const real = server.server.address();
  return 'path' in address || typeof real !== 'object' || real === null ? address : { ...address, port: real.port };
}

/** Says goodbye to a client; it tries again later. */
function dismiss({ connections }: SMTPServer, isMeant: (sessionId: string) => boolean): void {
  for (const connection of [...connections].filter(({ id }) => isMeant(id))) {
    connection.send(421, '4.3.2 The help center is being stopped; try again later');
    connection.close();
  }
}

/** Takes mail by LMTP (RFC 2033). Rejects with `CannotListen` if the address cannot be used. */
export async function listenLmtp(
  door: Pick<Door, 'accept'>,
  address: LmtpAddress,
  options: LmtpOptions = {},
): Promise<Lmtp> {
  const { maxMailBytes, maxClients, drainMs } = { ...defaults, ...options };
  const { SMTPServer } = await import('smtp-server');
  /** The sessions with a mail in progress. */
  const busy = new Set<string>();
  let isClosing = false;
  const server = new SMTPServer({
    lmtp: true,
    banner: 'frontdesk',
    size: maxMailBytes,
    maxClients,
    closeTimeout: drainMs,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onConnect: ({ id }, next) => {
      takeAnyAddress(server, id);
      next();
    },
    onData: async (stream, session, callback) => {
      busy.add(session.id);
      callback(await take(door, stream, session));
      busy.delete(session.id);
      if (isClosing) dismiss(server, id => id === session.id);
    },
  });
  // A connection that breaks is its client's trouble: the client tries again.
  server.on('error', () => undefined);
  await start(server, address);
  return {
    at: lmtpName(portOf(server, address)),
    close: () => {
      isClosing = true;
      dismiss(server, id => !busy.has(id));
      return new Promise(resolve => server.close(resolve));
    },
  };
}

/** The listener at the address for LMTP. */
export type LmtpSeen = 'frontdesk' | 'nobody' | 'another program';

const ANSWER_MS = 2_000;

/** Asks which program listens there. Never rejects. */
export function checkLmtp(address: LmtpAddress): Promise<LmtpSeen> {
  return new Promise(resolve => {
    const socket = 'path' in address ? connect(address.path) : connect(address);
    const end = (seen: LmtpSeen) => {
      socket.destroy();
      resolve(seen);
    };
    socket.setTimeout(ANSWER_MS, () => end('another program'));
    socket.once('error', () => end('nobody'));
    // It may hang up without a word.
    socket.once('close', () => end('another program'));
    socket.once('data', greeting => end(/\bfrontdesk\b/.test(String(greeting)) ? 'frontdesk' : 'another program'));
  });
}

/** The same as a sentence, and whether it is a trouble. */
export function lmtpSentence(
  address: LmtpAddress,
  seen: LmtpSeen,
): { readonly text: string; readonly isGood: boolean } {
  const at = `LMTP ${lmtpName(address)}`;
  if (seen === 'frontdesk') return { text: `${at}: good, frontdesk takes mail there.`, isGood: true };
  if (seen === 'nobody')
    return { text: `${at}: nothing listens there until frontdesk serve or the desk runs.`, isGood: true };
  return { text: `${at}: another program listens there. Choose another address.`, isGood: false };
}
