import type { Group } from './command.ts';
import { dryRunFlag, outputFlags, resultFlags } from './shared-flags.ts';

const NUMBERS = 'numbers; - reads them from standard input';
const changing = { ...dryRunFlag, ...resultFlags } as const;

/** `frontdesk mail queue …`. */
const queue = {
  help: 'mail that is to be sent, and the flow of mail',
  commands: {
    list: {
      help: 'mails that wait or failed: to whom, the next try, the relay’s last word',
      flags: outputFlags,
      ofMail: 'mail-queue#listOutgoing',
    },
    retry: {
      help: 'try mails again at once; without numbers all that wait after a try',
      args: { '[ids...]': NUMBERS },
      flags: changing,
      ofMail: 'mail-queue#retryOutgoing',
    },
    drop: {
      help: 'do not send mails; their messages stay, and say so',
      args: { '<ids...>': NUMBERS },
      flags: changing,
      ofMail: 'mail-queue#dropOutgoing',
    },
    resume: { help: 'let mail flow in this database, which is a copy or was moved', ofMail: 'mail-queue#resumeMail' },
  },
} as const satisfies Group;

/** `frontdesk mail …`. */
export const mail = {
  help: 'mail that comes in and goes out',
  commands: {
    setup: {
      help: 'ask for a mail account, find its servers, sign in, and add it to the settings',
      args: { '[address]': 'the address of the account' },
      ofMail: 'mail#setUpAccount',
    },
    check: {
      help: 'sign in to the mailboxes and the relay of the settings, and report faults',
      ofMail: 'mail#checkMail',
    },
    'retry-set-aside': { help: 'read again the mails that could not be understood', ofMail: 'mail#retrySetAside' },
    queue,
  },
} as const satisfies Group;
