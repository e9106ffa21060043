import type { Command } from 'commander';
import { addOutputFlags, addResultFlags } from '../output/flags.ts';
import type { Shell } from '../shell.ts';
import type { Run } from './run.ts';
import { addDryRun } from './shared-flags.ts';

/** `frontdesk mail …`. */
export function addMail(mail: Command, run: Run) {
  const { runs, worksHere } = run;
  const setup = mail
    .command('setup')
    .argument('[address]', 'the address of the account')
    .description('ask for a mail account, find its servers, sign in, and add it to the settings');
  runs(worksHere(setup, ofMail), async () => (await import('../commands/mail.ts')).setUpAccount);
  const check = mail
    .command('check')
    .description('sign in to the mailboxes and the relay of the settings, and report faults');
  runs(worksHere(check, ofMail), async () => (await import('../commands/mail.ts')).checkMail);
  const again = mail.command('retry-set-aside').description('read again the mails that could not be understood');
  runs(worksHere(again, ofMail), async () => (await import('../commands/mail.ts')).retrySetAside);
  addQueue(mail.command('queue').description('mail that is to be sent, and the flow of mail'), run);
}

/** The database that the settings name for mail. */
function ofMail({ mail }: Shell): string | undefined {
  return mail?.database;
}

function addQueue(queue: Command, { runs, worksHere }: Run) {
  const list = queue
    .command('list')
    .description('mails that wait or failed: to whom, the next try, the relay’s last word');
  runs(worksHere(addOutputFlags(list), ofMail), async () => (await import('../commands/mail-queue.ts')).listOutgoing);
  const retry = queue
    .command('retry')
    .argument('[ids...]', 'numbers; - reads them from standard input')
    .description('try mails again at once; without numbers all that wait after a try');
  runs(
    worksHere(addResultFlags(addDryRun(retry)), ofMail),
    async () => (await import('../commands/mail-queue.ts')).retryOutgoing,
  );
  const drop = queue
    .command('drop')
    .argument('<ids...>', 'numbers; - reads them from standard input')
    .description('do not send mails; their messages stay, and say so');
  runs(
    worksHere(addResultFlags(addDryRun(drop)), ofMail),
    async () => (await import('../commands/mail-queue.ts')).dropOutgoing,
  );
  const resume = queue.command('resume').description('let mail flow in this database, which is a copy or was moved');
  runs(worksHere(resume, ofMail), async () => (await import('../commands/mail-queue.ts')).resumeMail);
}
