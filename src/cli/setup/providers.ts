import { type Servers, typedServer } from './server.ts';

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
export function providerOf(
  exchangers: readonly string[],
): (Pick<Servers, 'imap' | 'smtp'> & { readonly name: string }) | undefined {
  const hosts = exchangers.map(host => `.${host.toLowerCase().replace(/\.$/, '')}`);
  const found = PROVIDERS.find(([, end]) => hosts.some(host => host.endsWith(`.${end}`)));
  if (!found) return undefined;
  const [name, , imap, smtp] = found;
  return { name, imap: typedServer('imap', imap)!, smtp: typedServer('smtp', smtp)! };
}
