/** A mail server, as it was found or typed. */
export interface Server {
  readonly host: string;
  readonly port: number;
  /** TLS begins with the first byte; otherwise by STARTTLS. */
  readonly isTls: boolean;
}

/** The two servers of an account. */
export interface Servers {
  readonly imap: Server;
  readonly smtp: Server;
  /** The user name at both. */
  readonly user: string;
  /** Where they were found, as the end of a sentence. */
  readonly where: string;
}

const KINDS = {
  imap: { tls: { scheme: 'imaps', port: 993 }, starttls: { scheme: 'imap', port: 143 } },
  smtp: { tls: { scheme: 'smtps', port: 465 }, starttls: { scheme: 'smtp', port: 587 } },
} as const;

type Kind = keyof typeof KINDS;

const MAX_HOST = 253;

/** A server, if a name and a port from outside can be one. */
export function serverFrom(host: string, port: number, isTls: boolean): Server | undefined {
  const name = host.replace(/\.$/, '').toLowerCase();
  const isName = name.length <= MAX_HOST && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name);
  return isName && Number.isInteger(port) && port > 0 && port < 65_536 ? { host: name, port, isTls } : undefined;
}

/** Reads a typed server: `imap.shop.example`, with a port or with its scheme if they are not the usual ones. */
export function typedServer(kind: Kind, typed: string): Server | undefined {
  const { tls, starttls } = KINDS[kind];
  const [, scheme = tls.scheme, host = '', port] = /^(?:(\w+):\/\/)?([^:/]+)(?::(\d{1,5}))?$/.exec(typed) ?? [];
  const way = [tls, starttls].find(one => one.scheme === scheme);
  return way && serverFrom(host, Number(port ?? way.port), way === tls);
}

/** The address of an account for the settings, without a password. */
export function accountUrl(kind: Kind, { host, port, isTls }: Server, user: string): string {
  const way = isTls ? KINDS[kind].tls : KINDS[kind].starttls;
  return `${way.scheme}://${encodeURIComponent(user)}@${host}${port === way.port ? '' : `:${port}`}`;
}

/** Whether a server is of the domain itself. */
export function isOfDomain(domain: string, { host }: Server): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
