import type { Server } from './server.ts';

/** The servers of a provider for the domains of its customers, which it takes mail for under other names. */
interface Provider {
  readonly name: string;
  /** The ends of the names of its mail exchangers. */
  readonly exchangers: readonly string[];
  readonly imap: Server;
  readonly smtp: Server;
}

function tls(host: string, port: number): Server {
  return { host, port, isTls: true };
}

function starttls(host: string): Server {
  return { host, port: 587, isTls: false };
}

export const PROVIDERS: readonly Provider[] = [
  {
    name: 'Google',
    exchangers: ['google.com', 'googlemail.com'],
    imap: tls('imap.gmail.com', 993),
    smtp: tls('smtp.gmail.com', 465),
  },
  {
    name: 'Microsoft 365',
    exchangers: ['mail.protection.outlook.com', 'mx.microsoft'],
    imap: tls('outlook.office365.com', 993),
    smtp: starttls('smtp.office365.com'),
  },
  {
    name: 'Fastmail',
    exchangers: ['messagingengine.com'],
    imap: tls('imap.fastmail.com', 993),
    smtp: tls('smtp.fastmail.com', 465),
  },
  {
    name: 'iCloud',
    exchangers: ['mail.icloud.com'],
    imap: tls('imap.mail.me.com', 993),
    smtp: starttls('smtp.mail.me.com'),
  },
  {
    name: 'Yahoo',
    exchangers: ['yahoodns.net'],
    imap: tls('imap.mail.yahoo.com', 993),
    smtp: tls('smtp.mail.yahoo.com', 465),
  },
  {
    name: 'Zoho',
    exchangers: ['zoho.com'],
    imap: tls('imappro.zoho.com', 993),
    smtp: tls('smtppro.zoho.com', 465),
  },
];
