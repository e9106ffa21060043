import type { Command } from 'commander';
import { addOutputFlags, addResultFlags } from '../output/flags.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';
import { addDryRun } from './change-flags.ts';
import type { Run } from './run.ts';

/** `frontdesk mail …`. */
export function addMail(mail: Command, run: Run) {
  const { shell, done } = run;
  const setup = mail
    .command('setup')
    .argument('[address]', 'the address of the account')
    .description('ask for a mail account, find its servers, sign in, and add it to the settings');
  run.worksHere(setup, ofMail).action(async (address, options) => {
    const { setUpMail } = await import('../setup/set-up.ts');
    const said = await setUpMail(shell, { address, ...options });
    shell.stdout.write(`${said} Open frontdesk, or start a running one and frontdesk serve again.\n`);
    done(exitCode.done);
  });
  const check = mail
    .command('check')
    .description('sign in to the mailboxes and the relay of the settings, and say what does not work');
  run.worksHere(check, ofMail).action(async options => {
    const { checkMail } = await import('../commands/mail.ts');
    done(await checkMail(shell, options));
  });
  const again = mail.command('retry-set-aside').description('read again the mails that could not be understood');
  run.worksHere(again, ofMail).action(async options => {
    const { retrySetAside } = await import('../commands/mail.ts');
    done(await retrySetAside(shell, options));
  });
  addQueue(mail.command('queue').description('mail that is to be sent, and the flow of mail'), run);
}

/** The database that the settings name for mail. */
function ofMail({ mail }: Shell): string | undefined {
  return mail?.database;
}

function addQueue(queue: Command, { shell, done, worksHere }: Run) {
  const list = queue
    .command('list')
    .description('mails that wait or failed: to whom, the next try, the relay’s last word');
  worksHere(addOutputFlags(list), ofMail).action(async options => {
    const { listOutgoing } = await import('../commands/mail-queue.ts');
    done(await listOutgoing(shell, options));
  });
  const retry = queue
    .command('retry')
    .argument('[ids...]', 'numbers; - reads them from standard input')
    .description('try mails again at once; without numbers all that wait after a try');
  worksHere(addResultFlags(addDryRun(retry)), ofMail).action(async (ids, options) => {
    const { retryOutgoing } = await import('../commands/mail-queue.ts');
    done(await retryOutgoing(shell, ids, options));
  });
  const drop = queue
    .command('drop')
    .argument('<ids...>', 'numbers; - reads them from standard input')
    .description('do not send mails; their messages stay, and say so');
  worksHere(addResultFlags(addDryRun(drop)), ofMail).action(async (ids, options) => {
    const { dropOutgoing } = await import('../commands/mail-queue.ts');
    done(await dropOutgoing(shell, ids, options));
  });
  const resume = queue.command('resume').description('let mail flow in this database, which is a copy or was moved');
  worksHere(resume, ofMail).action(async options => {
    const { resumeMail } = await import('../commands/mail-queue.ts');
    done(await resumeMail(shell, options));
  });
}
