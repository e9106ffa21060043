import type { Network } from './network.ts';
import { type Server, type Servers, serverFrom, typedServer } from './server.ts';

/** The servers that SRV records name (RFC 6186, RFC 8314); a target `.` says that there is none. */
async function bySrv({ srv }: Network, domain: string): Promise<Pick<Servers, 'imap' | 'smtp'> | undefined> {
  const named = async (service: string, isTls: boolean): Promise<Server | undefined> => {
    const records = [...(await srv(`_${service}._tcp.${domain}`))];
    const [first] = records.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
    return first && serverFrom(first.name, first.port, isTls);
  };
  const [imaps, imap, submissions, submission] = await Promise.all([
    named('imaps', true),
    named('imap', false),
    named('submissions', true),
    named('submission', false),
  ]);
  const [mailbox, relay] = [imaps ?? imap, submissions ?? submission];
  return mailbox && relay && { imap: mailbox, smtp: relay };
}

/** The text of the first such element; no pattern, which a hostile file could keep busy. */
function element(part: string, name: string): string {
  const from = part.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : part.indexOf(`</${name}>`, from);
  return to < 0 ? '' : part.slice(from + name.length + 2, to).trim();
}

function serverOf(part: string): Server | undefined {
  const way = element(part, 'socketType');
  if (way !== 'SSL' && way !== 'STARTTLS') return undefined;
  return serverFrom(element(part, 'hostname'), Number(element(part, 'port')), way === 'SSL');
}

/** Reads an autoconfig file, in the form that Thunderbird reads; undefined if it does not name a mailbox and a relay with encryption. */
function readAutoconfig(xml: string, address: string): Omit<Servers, 'where'> | undefined {
  const parts = xml.split(/<(?=(?:incoming|outgoing)Server )/);
  const named = (kind: string) => {
    const start = new RegExp(`^(?:incoming|outgoing)Server [^>]{0,99}type="${kind}"`);
    return parts.filter(part => start.test(part)).map(part => ({ part, server: serverOf(part) }));
  };
  const imap = named('imap').find(({ server }) => server);
  const smtp = named('smtp').find(({ server }) => server);
  if (!imap?.server || !smtp?.server) return undefined;
  const [local = '', domain = ''] = address.split('@');
  const user = element(imap.part, 'username')
    .replace('%EMAILADDRESS%', () => address)
    .replace('%EMAILLOCALPART%', () => local)
    .replace('%EMAILDOMAIN%', () => domain);
  return { imap: imap.server, smtp: smtp.server, user: /^[^\s\0-\x1f\x7f]{1,254}$/.test(user) ? user : address };
}

/** Providers by the ends of their mail exchangers' names, with their servers: customers’ domains often name none. */
const PROVIDERS = [
  ['Google', 'google.com', 'imap.gmail.com', 'smtp.gmail.com'],
  ['Microsoft 365', 'mail.protection.outlook.com', 'outlook.office365.com', 'smtp://smtp.office365.com'],
  ['Fastmail', 'messagingengine.com', 'imap.fastmail.com', 'smtp.fastmail.com'],
  ['iCloud', 'mail.icloud.com', 'imap.mail.me.com', 'smtp://smtp.mail.me.com'],
  ['Yahoo', 'yahoodns.net', 'imap.mail.yahoo.com', 'smtp.mail.yahoo.com'],
  ['Zoho', 'zoho.com', 'imappro.zoho.com', 'smtppro.zoho.com'],
] as const;

/** The name and the servers of the provider that one of these mail exchangers belongs to; undefined for an unknown one. */
function providerOf(
  exchangers: readonly string[],
): (Pick<Servers, 'imap' | 'smtp'> & { readonly name: string }) | undefined {
  const hosts = exchangers.map(host => `.${host.toLowerCase().replace(/\.$/, '')}`);
  const found = PROVIDERS.find(([, end]) => hosts.some(host => host.endsWith(`.${end}`)));
  if (!found) return undefined;
  const [name, , imap, smtp] = found;
  return { name, imap: typedServer('imap', imap)!, smtp: typedServer('smtp', smtp)! };
}

/**
 * Finds the servers of an address: by SRV records, by the autoconfig file of the domain, or by the provider that takes
 * its mail. Undefined if nothing names them: no host is guessed.
 */
export async function discover(network: Network, address: string): Promise<Servers | undefined> {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const records = await bySrv(network, domain);
  if (records) return { ...records, user: address, where: `by the SRV records of ${domain}` };
  const places = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(address)}`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ];
  const pages = await Promise.all(places.map(network.page));
  for (const [at, page] of pages.entries()) {
    const found = readAutoconfig(page, address);
    if (found) return { ...found, where: `by ${new URL(places[at]!).host}` };
  }
  const provider = providerOf((await network.mx(domain)).map(({ exchange }) => exchange));
  return provider && { ...provider, user: address, where: `as ${provider.name} takes the mail of ${domain}` };
}
