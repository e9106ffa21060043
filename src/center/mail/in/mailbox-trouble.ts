import { connectionWords } from '../../../text/connection-words.ts';
import { safeLine } from '../../../text/safe.ts';
import { NoServerAddress } from '../server-address.ts';
import { NoPassword, withoutSecret } from '../sign-in.ts';
import type { MailboxAddress } from './mailbox-address.ts';

/** The properties that the errors of the IMAP client, of TLS and of sockets have. */
interface Failure {
  readonly message?: string;
  readonly code?: string;
  readonly responseStatus?: string;
  readonly responseText?: string;
  readonly response?: unknown;
  readonly authenticationFailed?: boolean;
  readonly tlsFailed?: boolean;
  readonly mailboxMissing?: boolean;
  readonly serverResponseCode?: string;
}

/** Why a mailbox cannot be read now. */
export interface MailboxTrouble {
  /** A sentence for a person, without the password. */
  readonly reason: string;
  /** The server refused the user: another try soon may lock the account. */
  readonly isRefused: boolean;
  /** The connection ended: servers end idle ones too, so that it is a trouble only if it happens again at once. */
  readonly isEnd: boolean;
}

const MAX_SAID = 200;
const SILENT = ['ETIMEOUT', 'ETIMEDOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];
const CUT = [
  'EConnectionClosed',
  'NoConnection',
  'ECONNRESET',
  'EPIPE',
  'ClosedAfterConnectText',
  'ClosedAfterConnectTLS',
];

function byCode(code: string, { host, port }: MailboxAddress): string | undefined {
  const words = connectionWords(code, host, port);
  if (words !== undefined) return words;
  if (code === 'ECONNREFUSED') return `Nothing listens on port ${port} of ${host}`;
  if (['EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT'].includes(code)) return `${host} cannot be reached`;
  if (SILENT.includes(code)) return `${host} does not answer`;
  if (code === 'NotGiven') return `${host} lists a mail and does not give it, or not all of it`;
  if (CUT.includes(code)) return `${host} ended the connection`;
  return code.startsWith('Parser') || code.endsWith('TooLarge')
    ? `${host} answers what no mail server says`
    : undefined;
}

/** The server's own words, as one safe line without the password. */
function said({ responseText, response }: Failure, user: string, password: string | undefined): string {
  const text = withoutSecret(responseText ?? (typeof response === 'string' ? response : ''), user, password);
  return text === '' ? '' : ` (it says: ${safeLine(text.slice(0, MAX_SAID))})`;
}

function reasonOf(failure: Failure, address: MailboxAddress, password: string | undefined): string {
  const { host, port, folder, user } = address;
  const known = failure.code === undefined ? undefined : byCode(failure.code, address);
  if (known !== undefined) return `${known}.`;
  if (failure.tlsFailed) return `${host} does not offer TLS on port ${port}. Without it the password is not sent.`;
  const words = said(failure, user, password);
  if (failure.authenticationFailed) return `${host} refuses the user name or the password${words}.`;
  if (failure.mailboxMissing || failure.serverResponseCode === 'NONEXISTENT')
    return `${host} has no folder ${safeLine(folder)} for this user.`;
  if (failure.responseStatus !== undefined) return `${host} refuses to go on${words}.`;
  return `${host} cannot be read: ${safeLine(withoutSecret(String(failure.message), user, password).slice(0, MAX_SAID))}`;
}

/** Explains an error of a mailbox. `password` is removed from the server's words. */
export function mailboxTrouble(error: unknown, address: MailboxAddress, password?: string): MailboxTrouble {
  if (error instanceof NoPassword || error instanceof NoServerAddress)
    return { reason: error.message, isRefused: false, isEnd: false };
  const failure = error as Failure;
  const isEnd = [...SILENT, ...CUT].includes(failure.code ?? '');
  const isRefused = !isEnd && failure.authenticationFailed === true;
  return { reason: reasonOf(failure, address, password), isRefused, isEnd };
}
