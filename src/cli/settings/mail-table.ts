import { QUOTES } from '../../contract/inbox-body.ts';
import { inTable, type Setting } from './setting.ts';
import {
  listeningAddress,
  mailboxUrl,
  nameServer,
  oneOfWords,
  publicUrl,
  relayUrl,
  slug,
  textValue,
  wholeNumberValue,
  yesOrNo,
} from './takes.ts';

type Own = Omit<Setting, 'tables'>;

const CHECKS_ITSELF = 'is no longer needed: frontdesk checks the signatures of mail (DKIM) itself. Delete the line';

/** Settings of earlier versions, with the reason why they are gone. */
export const GONE_FROM_MAIL: ReadonlyMap<string, string> = new Map([
  ['authserv_id', CHECKS_ITSELF],
  ['authserv_fields', CHECKS_ITSELF],
]);

/** The settings of incoming and outgoing mail. */
export const mailTable = {
  ...inTable('mail', {
    mail_database: {
      key: 'database',
      takes: textValue(),
      help: 'the help center that this table is for; mail comes into no other one',
      otherwise: 'the one of `database` at the top',
      isPath: true,
    },
    mail_dns: {
      key: 'dns',
      takes: nameServer(),
      help: 'the name server that is asked for the keys of signatures (DKIM)',
      otherwise: 'those of the system',
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
      takes: textValue(),
      help: 'where its password is kept (mode 0600)',
      otherwise: 'none',
      isPath: true,
    },
    relay_password_command: {
      isOneOf: true,
      takes: textValue(),
      help: 'the command that prints its password',
      otherwise: 'none',
    },
    relay_token_command: {
      isOneOf: true,
      takes: textValue(),
      help: 'the command that prints a token for it (OAuth 2.0)',
      otherwise: 'none',
    },
    send_delay: {
      takes: wholeNumberValue(0, 3_600),
      help: 'seconds for which an answer is held, and can be taken back',
      default: 10,
    },
    quote: {
      takes: oneOfWords(QUOTES),
      help: 'what is quoted below an answer: nothing, the answered message, or its thread; an inbox can say its own',
      default: 'none',
    },
    rating_delay: {
      takes: wholeNumberValue(0, 604_800),
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
      takes: textValue(),
      help: 'where its password is kept (mode 0600)',
      otherwise: 'this or one of the next two must be given',
      isPath: true,
    },
    password_command: {
      isOneOf: true,
      takes: textValue(),
      help: 'the command that prints its password, in place of the file',
      otherwise: 'none',
    },
    mailbox_token_command: {
      key: 'token_command',
      isOneOf: true,
      takes: textValue(),
      help: 'the command that prints a token for it (OAuth 2.0), in place of a password',
      otherwise: 'none',
    },
    trust_topmost_field: {
      takes: yesOrNo(),
      help: 'verify customers, if no signature does, by the topmost `Authentication-Results`, as Exchange Online writes it',
      otherwise: 'no: only signatures count',
    },
    mailbox_inbox: {
      key: 'inbox',
      takes: slug(),
      help: 'the inbox for its mail that is addressed to none, by its slug',
      otherwise: 'the default one',
    },
  } as const satisfies Readonly<Record<string, Own>>),
};
