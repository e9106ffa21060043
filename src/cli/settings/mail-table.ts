import { inTable, type Setting } from './setting.ts';
import {
  listeningAddress,
  mailboxUrl,
  publicUrl,
  relayUrl,
  serverName,
  slug,
  text,
  wholeNumber,
  yesOrNo,
} from './takes.ts';

type Own = Omit<Setting, 'tables'>;

/** The settings of mail: what comes in, and what goes out. */
export const mailTable = {
  ...inTable('mail', {
    mail_database: {
      key: 'database',
      takes: text(),
      help: 'the help center that this table is for; mail comes into no other one',
      otherwise: 'the one of `database` at the top',
      isPath: true,
    },
    authserv_id: {
      takes: serverName(),
      help: 'the name of your mail server in `Authentication-Results`; only what it has checked is trusted',
      otherwise: 'none: no sender is verified',
    },
    authserv_fields: {
      takes: wholeNumber(1, 9),
      help: 'how many of these fields it puts into each mail; one with another number of them is not trusted',
      default: 1,
    },
    lmtp: {
      takes: listeningAddress(),
      help: 'where your mail server delivers mail by LMTP',
      otherwise: 'nowhere',
    },
    relay: {
      takes: relayUrl(),
      help: 'the mail server that sends the answers: `smtps://user@host`, or `smtp://` with STARTTLS',
      otherwise: 'none: nothing is sent',
    },
    relay_password_file: {
      isOneOf: true,
      takes: text(),
      help: 'where its password is kept (mode 0600)',
      otherwise: 'none',
      isPath: true,
    },
    relay_password_command: {
      isOneOf: true,
      takes: text(),
      help: 'the command that prints its password',
      otherwise: 'none',
    },
    relay_token_command: {
      isOneOf: true,
      takes: text(),
      help: 'the command that prints a token for it (OAuth 2.0)',
      otherwise: 'none',
    },
    send_delay: {
      takes: wholeNumber(0, 3_600),
      help: 'seconds for which an answer is held, and can be taken back',
      default: 10,
    },
    rating_delay: {
      takes: wholeNumber(0, 604_800),
      help: 'seconds after closing until the customer is asked for a rating',
      default: 600,
    },
    public_url: {
      takes: publicUrl(),
      help: 'the address of `serve` for customers’ browsers, for links to the rating page',
      otherwise: 'none: ratings come by mail alone',
    },
  } as const satisfies Readonly<Record<string, Own>>),
  ...inTable('mail.mailbox', {
    mailbox_url: {
      key: 'url',
      isRequired: true,
      takes: mailboxUrl(),
      help: 'a mailbox that mail is fetched from',
    },
    password_file: {
      isOneOf: true,
      takes: text(),
      help: 'where its password is kept (mode 0600)',
      otherwise: 'this or one of the next two must be given',
      isPath: true,
    },
    password_command: {
      isOneOf: true,
      takes: text(),
      help: 'the command that prints its password, in place of the file',
      otherwise: 'none',
    },
    mailbox_token_command: {
      key: 'token_command',
      isOneOf: true,
      takes: text(),
      help: 'the command that prints a token for it (OAuth 2.0), in place of a password',
      otherwise: 'none',
    },
    trust_topmost_field: {
      takes: yesOrNo(),
      help: 'trust the topmost `Authentication-Results` of its mails, which names no server, as Exchange Online writes it',
      otherwise: 'no: `authserv_id` counts',
    },
    mailbox_inbox: {
      key: 'inbox',
      takes: slug(),
      help: 'the inbox for its mail that is addressed to none, by its slug',
      otherwise: 'the default one',
    },
  } as const satisfies Readonly<Record<string, Own>>),
};
