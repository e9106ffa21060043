/** A mailbox, as the settings describe it. */
export interface MailboxAccount {
  /** `imaps://user@host`, with a port and a folder if they are not 993 and `INBOX`; or `imap://…`, which needs STARTTLS. */
  readonly url: string;
  /** The file that holds the password, alone. */
  readonly passwordFile: string;
  /** The slug of the inbox for mail that is addressed to none. */
  readonly inbox?: string;
}

/** Where a mailbox is. */
export interface MailboxAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly folder: string;
  /** Whether TLS begins with the first byte, or by STARTTLS; `none` on this machine alone. */
  readonly tls: 'at once' | 'by STARTTLS' | 'none';
  /** Names it in the database and in messages; without a password. */
  readonly name: string;
}

/** The address of a mailbox cannot be used; the message says why, for a person. */
export class NoMailboxAddress extends Error {}

const FORM = 'It has the form imaps://user@host/folder; an @ of the user name is written %40.';

function parse(url: string): URL {
  if (!URL.canParse(url)) throw new NoMailboxAddress(`This is no address of a mailbox. ${FORM}`);
  return new URL(url);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new NoMailboxAddress(`It contains a % that is not followed by two hexadecimal digits. ${FORM}`);
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

const PORTS: ReadonlyMap<string, number> = new Map([
  ['imaps:', 993],
  ['imap:', 143],
]);

/** Reads the address of a mailbox. Throws `NoMailboxAddress`, whose message never contains a password. */
export function mailboxAddress(url: string): MailboxAddress {
  const { protocol, hostname, port, username, password, pathname } = parse(url);
  const usual = PORTS.get(protocol);
  if (usual === undefined) throw new NoMailboxAddress(`It must begin with imaps:// or imap://. ${FORM}`);
  if (password !== '') throw new NoMailboxAddress('It contains a password. Put the password into password_file alone.');
  if (hostname === '') throw new NoMailboxAddress(`It names no server. ${FORM}`);
  if (username === '') throw new NoMailboxAddress(`It names no user. ${FORM}`);
  const [host, user] = [hostname.replace(/^\[|\]$/g, '').toLowerCase(), decoded(username)];
  const folder = decoded(pathname.slice(1)).replace(/^(?:inbox)?$/i, 'INBOX');
  if (/[\0-\x1f\x7f]/.test(user + folder)) throw new NoMailboxAddress('It contains a control character.');
  const address = { host, port: port === '' ? usual : Number(port), user, folder };
  return {
    ...address,
    tls: protocol === 'imaps:' ? 'at once' : isThisMachine(host) ? 'none' : 'by STARTTLS',
    // Written in another way it is the same mailbox: under a new name it would be seen for the first time.
    name: `${user} at ${host}${address.port === usual ? '' : `:${address.port}`}${folder === 'INBOX' ? '' : `, ${folder}`}`,
  };
}

/** Whether this is the address of a mailbox. */
export function isMailboxAddress(url: string): boolean {
  try {
    mailboxAddress(url);
    return true;
  } catch {
    return false;
  }
}

/** The mailboxes, each once; of those that are named twice the first entry counts, and `onRepeat` is told of the other. */
export function eachOnce(
  accounts: readonly MailboxAccount[],
  onRepeat: (name: string) => void,
): readonly MailboxAccount[] {
  const byName = new Map<string, MailboxAccount>();
  for (const account of accounts) {
    const { name } = mailboxAddress(account.url);
    if (byName.has(name)) onRepeat(name);
    else byName.set(name, account);
  }
  return [...byName.values()];
}
