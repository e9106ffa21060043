/** The address of a mail server cannot be used; the message says why, for a person, and never contains a password. */
export class NoServerAddress extends Error {}

/** A kind of mail server, and how its addresses are written. */
export interface ServerKind<Here> {
  /** `mailbox`. */
  readonly name: string;
  /** `imaps`: TLS begins with the first byte. The same without its `s`: by STARTTLS. */
  readonly scheme: string;
  /** An address as an example, without its scheme. */
  readonly example: string;
  /** The setting for the file of its password. */
  readonly passwordSetting: string;
  /** The usual port. */
  readonly port: (isEncrypted: boolean, user: string) => number;
  /** How TLS begins on this machine, without the `s`. */
  readonly tlsHere: Here;
}

/** The parts of an address. */
export interface ServerAddress<Here> {
  readonly host: string;
  readonly port: number;
  /** Empty if it names none. */
  readonly user: string;
  /** The part after the slash behind the server, decoded. */
  readonly path: string;
  /** Whether TLS begins with the first byte, or by STARTTLS; on this machine as its kind says. */
  readonly tls: 'at once' | 'by STARTTLS' | Here;
  /** Names it in messages, without a password: the user, the server, and a port that is not the usual one. */
  readonly name: string;
}

/** The sentence that says how an address is written. */
export function addressForm({ scheme, example }: Pick<ServerKind<unknown>, 'scheme' | 'example'>): string {
  return `It has the form ${scheme}://${example}; an @ of the user name is written %40.`;
}

function decoded(part: string, kind: ServerKind<unknown>): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new NoServerAddress(`It contains a % that is not followed by two hexadecimal digits. ${addressForm(kind)}`);
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Reads the address of a mail server. Throws `NoServerAddress`. */
export function serverAddress<Here>(url: string, kind: ServerKind<Here>): ServerAddress<Here> {
  const { name, scheme, passwordSetting } = kind;
  if (!URL.canParse(url)) throw new NoServerAddress(`This is not an address of a ${name}. ${addressForm(kind)}`);
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const [encrypted, plain] = [`${scheme}:`, `${scheme.slice(0, -1)}:`];
  if (protocol !== encrypted && protocol !== plain)
    throw new NoServerAddress(`It must begin with ${encrypted}// or ${plain}//. ${addressForm(kind)}`);
  if (password !== '') throw new NoServerAddress(`It contains a password. Put that into ${passwordSetting} alone.`);
  if (hostname === '') throw new NoServerAddress(`It names no server. ${addressForm(kind)}`);
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const [user, path] = [decoded(username, kind), decoded(pathname.slice(1), kind)];
  if (/[\0-\x1f\x7f]/.test(user + path)) throw new NoServerAddress('It contains a control character.');
  const isEncrypted = protocol === encrypted;
  const usual = kind.port(isEncrypted, user);
  const number = port === '' ? usual : Number(port);
  const shown = `${user === '' ? '' : `${user} at `}${host}${number === usual ? '' : `:${number}`}`;
  const tls = isEncrypted ? 'at once' : isThisMachine(host) ? kind.tlsHere : 'by STARTTLS';
  return { host, port: number, user, path, tls, name: shown };
}

/** Whether an address can be read. */
export function canRead(read: (url: string) => unknown, url: string): boolean {
  try {
    read(url);
    return true;
  } catch {
    // The reader of the setting reports the fault.
    return false;
  }
}
