import { CERTIFICATE_WORDS } from '../../../text/connection-words.ts';
import { safeLine } from '../../../text/safe.ts';
import { NoPassword, withoutSecret } from '../sign-in.ts';
import type { RelayAddress } from './relay-address.ts';

/** Why the relay did not take a mail. */
export interface RelayTrouble {
  /** A clause for a person, without a full stop and without the password: `relay does not answer`. */
  readonly reason: string;
  /**
   * The subject of the trouble: the relay, which takes no mail now; this mail, which it may take later; or this mail,
   * which it never takes.
   */
  readonly about: 'relay' | 'mail for now' | 'mail for ever';
  /** The relay refused the user, or there is nothing to sign in with: no fault of a mail. */
  readonly isRefused?: boolean;
}

/** The properties that the errors of the SMTP client, of TLS and of sockets have. */
interface Failure {
  readonly message?: string;
  readonly code?: string;
  /** The code of the system or of TLS, if the client has put its own in front. */
  readonly originalCode?: string;
  /** The command that was refused, or `CONN`, or `API`: the client itself refused. */
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** A letter cannot be composed, now or ever; the message says why, for a person. */
export class NoLetter extends Error {
  readonly isForNow: boolean;

  constructor(reason: string, isForNow = false) {
    super(reason);
    this.isForNow = isForNow;
  }
}

const MAX_SAID = 300;
const LATER = 500;
/** The relay asks for a user name that the settings do not give: no fault of the mail. */
const SIGN_IN_FIRST = 530;
const CLOSING = 421;
/** A limit of the account, by the hour or the day: it refuses every mail, and none for ever. */
const LIMIT =
  /\b(?:daily|hourly|sending)\b.{0,40}\b(?:limit|quota)\b|\b(?:limit|quota) (?:exceeded|reached)\b|\b5\.4\.5\b/i;
/** The steps at which a refusal is about the mail. */
const ABOUT_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];

function byCode(code: string, { host, port }: RelayAddress): string | undefined {
  const certificate = CERTIFICATE_WORDS.get(code);
  if (certificate !== undefined) return `certificate of ${host} ${certificate}`;
  if (code === 'ECONNREFUSED') return `relay does not answer: nothing listens on port ${port} of ${host}`;
  if (code === 'ENOTFOUND') return `there is no relay with the name ${host}`;
  if (code === 'EAI_AGAIN' || code === 'EDNS') return `name ${host} of the relay cannot be looked up now`;
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return `relay cannot be reached: no way to ${host}`;
  if (code === 'ETIMEDOUT') return 'relay does not answer';
  if (['ECONNRESET', 'EPIPE', 'ECONNECTION'].includes(code)) return 'relay ended the connection';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return `relay does not speak TLS on port ${port} of ${host}`;
  return undefined;
}

function aboutRelay(failure: Failure, address: RelayAddress, said: string): string {
  const { code = '', originalCode = '', command, responseCode } = failure;
  if (said !== '' && code === 'EAUTH') return `relay refuses the user name or the password: ${said}`;
  if (code === 'EAUTH') return 'relay offers no way to sign in that is known';
  if (responseCode === SIGN_IN_FIRST) return `relay asks for a user name: ${said}`;
  if (command === 'STARTTLS' && said !== '')
    return `relay does not offer TLS on port ${address.port} of ${address.host}; without it nothing is sent`;
  if (said !== '') return `relay takes no mail now: ${said}`;
  return (
    byCode(originalCode, address) ??
    byCode(code, address) ??
    (code === 'ETLS' ? `TLS with ${address.host} fails` : undefined) ??
    'relay cannot be used'
  );
}

/** Explains an error of the relay, or of a letter. `password` is removed from the relay's words. */
export function relayTrouble(error: unknown, address: RelayAddress, password?: string): RelayTrouble {
  if (error instanceof NoLetter)
    return { reason: error.message, about: error.isForNow ? 'mail for now' : 'mail for ever' };
  if (error instanceof NoPassword) return { reason: error.message.replace(/\.$/, ''), about: 'relay', isRefused: true };
  const failure = error as Failure;
  const { code, command = '', response = '', responseCode = 0 } = failure;
  const said = safeLine(withoutSecret(response, address.user ?? '', password).slice(0, MAX_SAID));
  if (ABOUT_MAIL.includes(command) && LIMIT.test(said))
    return { reason: `relay takes no more mail for now: ${said}`, about: 'relay' };
  const isAboutMail = ABOUT_MAIL.includes(command) && responseCode !== SIGN_IN_FIRST && responseCode !== CLOSING;
  if (isAboutMail && said !== '')
    return { reason: said, about: responseCode >= LATER ? 'mail for ever' : 'mail for now' };
  if (code === 'EMESSAGE' && command === 'MAIL FROM')
    return { reason: 'mail is larger than the relay takes', about: 'mail for ever' };
  if (code === 'EENVELOPE' && command === 'API')
    return { reason: 'one of its addresses is not an address', about: 'mail for ever' };
  const isRefused = code === 'EAUTH' && responseCode >= LATER;
  return { reason: aboutRelay(failure, address, said), about: 'relay', ...(isRefused && { isRefused }) };
}
