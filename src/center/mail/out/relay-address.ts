/** Where the relay is, to which mail is given. */
export interface RelayAddress {
  readonly host: string;
  readonly port: number;
  /** Undefined: the relay asks for no user name, as on this machine. */
  readonly user?: string;
  /** Whether TLS begins with the first byte, or by STARTTLS; on this machine only if the relay offers it. */
  readonly tls: 'at once' | 'by STARTTLS' | 'if offered';
  /** Names it in messages; without a password. */
  readonly name: string;
}

/** The address of a relay cannot be used; the message says why, for a person. */
class NoRelayAddress extends Error {}

const FORM = 'It has the form smtps://user@host; an @ of the user name is written %40.';

const SUBMISSION_PORT = 587;
const SMTP_PORT = 25;
const SMTPS_PORT = 465;

function parse(url: string): URL {
  if (!URL.canParse(url)) throw new NoRelayAddress(`This is no address of a relay. ${FORM}`);
  return new URL(url);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new NoRelayAddress(`It contains a % that is not followed by two hexadecimal digits. ${FORM}`);
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Reads the address of a relay. Throws `NoRelayAddress`, whose message never contains a password. */
export function relayAddress(url: string): RelayAddress {
  const { protocol, hostname, port, username, password, pathname } = parse(url);
  if (protocol !== 'smtps:' && protocol !== 'smtp:')
    throw new NoRelayAddress(`It must begin with smtps:// or smtp://. ${FORM}`);
  if (password !== '') throw new NoRelayAddress('It contains a password. Put it into relay_password_file alone.');
  if (hostname === '') throw new NoRelayAddress(`It names no server. ${FORM}`);
  if (!['', '/'].includes(pathname)) throw new NoRelayAddress(`Nothing follows its server. ${FORM}`);
  const [host, user] = [hostname.replace(/^\[|\]$/g, '').toLowerCase(), decoded(username)];
  if (/[\0-\x1f\x7f]/.test(user)) throw new NoRelayAddress('It contains a control character.');
  const usual = protocol === 'smtps:' ? SMTPS_PORT : user === '' ? SMTP_PORT : SUBMISSION_PORT;
  const number = port === '' ? usual : Number(port);
  return {
    host,
    port: number,
    ...(user !== '' && { user }),
    tls: protocol === 'smtps:' ? 'at once' : isThisMachine(host) ? 'if offered' : 'by STARTTLS',
    name: `${user === '' ? '' : `${user} at `}${host}${number === usual ? '' : `:${number}`}`,
  };
}

/** Whether this is the address of a relay. */
export function isRelayAddress(url: string): boolean {
  try {
    relayAddress(url);
    return true;
  } catch {
    return false;
  }
}
