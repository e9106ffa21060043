import { type Server, type Servers, serverFrom } from './server.ts';

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
export function readAutoconfig(xml: string, address: string): Omit<Servers, 'where'> | undefined {
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
