import type { Command } from 'commander';
import { addOutputFlags, addResultFlags } from '../output/flags.ts';
import { flagOption } from '../settings/flags.ts';
import { addDryRun } from './change-flags.ts';
import type { Run } from './run.ts';

/** `frontdesk mail …`. */
export function addMail(mail: Command, run: Run) {
  const { shell, done } = run;
  mail
    .command('check')
    .description('sign in to the mailboxes and the relay of the settings, and say what does not work')
    .action(async () => {
      const { checkMail } = await import('../commands/mail.ts');
      done(await checkMail(shell));
    });
  mail
    .command('retry-set-aside')
    .description('read again the mails that could not be understood')
    .addOption(flagOption('database'))
    .action(async options => {
      const { retrySetAside } = await import('../commands/mail.ts');
      done(await retrySetAside(shell, options));
    });
  addQueue(mail.command('queue').description('mail that is to be sent, and the flow of mail'), run);
}

function addQueue(queue: Command, { shell, done }: Run) {
  const list = queue
    .command('list')
    .description('mails that wait or failed: to whom, the next try, the relay’s last word');
  addOutputFlags(list)
    .addOption(flagOption('database'))
    .action(async options => {
      const { listOutgoing } = await import('../commands/mail-queue.ts');
      done(await listOutgoing(shell, options));
    });
  const retry = queue
    .command('retry')
    .argument('[ids...]', 'numbers; - reads them from standard input')
    .description('try mails again at once; without numbers all that wait after a try');
  addResultFlags(addDryRun(retry))
    .addOption(flagOption('database'))
    .action(async (ids, options) => {
      const { retryOutgoing } = await import('../commands/mail-queue.ts');
      done(await retryOutgoing(shell, ids, options));
    });
  const drop = queue
    .command('drop')
    .argument('<ids...>', 'numbers; - reads them from standard input')
    .description('do not send mails; their messages stay, and say so');
  addResultFlags(addDryRun(drop))
    .addOption(flagOption('database'))
    .action(async (ids, options) => {
      const { dropOutgoing } = await import('../commands/mail-queue.ts');
      done(await dropOutgoing(shell, ids, options));
    });
  queue
    .command('resume')
    .description('let mail flow in this database, which is a copy or was moved')
    .addOption(flagOption('database'))
    .action(async options => {
      const { resumeMail } = await import('../commands/mail-queue.ts');
      done(await resumeMail(shell, options));
    });
}
