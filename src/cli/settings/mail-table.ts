import type { CheckedSetting } from './setting.ts';
import { listeningAddress, mailboxUrl, publicUrl, relayUrl, serverName, slug, text, wholeNumber } from './takes.ts';

/** The settings of mail: what comes in, and what goes out. */
export const mailTable = {
  mail_database: {
    key: 'database',
    tables: ['mail'],
    takes: text(),
    help: 'the help center that this table is for; mail comes into no other one',
    otherwise: 'the one of `database` at the top',
    isPath: true,
  },
  authserv_id: {
    tables: ['mail'],
    takes: serverName(),
    help: 'the name of your mail server in `Authentication-Results`; only what it has checked is trusted',
    otherwise: 'none: no sender is verified',
  },
  authserv_fields: {
    tables: ['mail'],
    takes: wholeNumber(1, 9),
    help: 'how many of these fields it puts into each mail; one with another number of them is not trusted',
    default: 1,
  },
  lmtp: {
    tables: ['mail'],
    takes: listeningAddress(),
    help: 'where your mail server delivers mail by LMTP',
    otherwise: 'nowhere',
  },
  relay: {
    tables: ['mail'],
    takes: relayUrl(),
    help: 'the mail server that sends the answers: `smtps://user@host`, or `smtp://` with STARTTLS',
    otherwise: 'none: nothing is sent',
  },
  relay_password_file: {
    tables: ['mail'],
    takes: text(),
    help: 'where its password is kept (mode 0600)',
    otherwise: 'none',
    isPath: true,
  },
  send_delay: {
    tables: ['mail'],
    takes: wholeNumber(0, 3_600),
    help: 'seconds for which an answer is held, and can be taken back',
    default: 10,
  },
  rating_delay: {
    tables: ['mail'],
    takes: wholeNumber(0, 604_800),
    help: 'seconds after closing until the customer is asked for a rating',
    default: 600,
  },
  public_url: {
    tables: ['mail'],
    takes: publicUrl(),
    help: 'the address of `serve` for customers’ browsers, for links to the rating page',
    otherwise: 'none: ratings come by mail alone',
  },
  mailbox_url: {
    key: 'url',
    tables: ['mail.mailbox'],
    isRequired: true,
    takes: mailboxUrl(),
    help: 'a mailbox that mail is fetched from',
  },
  password_file: {
    tables: ['mail.mailbox'],
    isRequired: true,
    takes: text(),
    help: 'where its password is kept (mode 0600)',
    isPath: true,
  },
  mailbox_inbox: {
    key: 'inbox',
    tables: ['mail.mailbox'],
    takes: slug(),
    help: 'the inbox for its mail that is addressed to none, by its slug',
    otherwise: 'the default one',
  },
} as const satisfies Readonly<Record<string, CheckedSetting>>;
