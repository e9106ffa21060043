import { Argument, type Command } from 'commander';
import { SHELLS } from '../completion/shells.ts';
import { addOutputFlags } from '../output/flags.ts';
import type { Run } from './run.ts';

/** `frontdesk keys`, `man`, `completion`, and the hidden command of the completion scripts. */
export function addManual(program: Command, { shell, done, runs, worksAnyway }: Run) {
  const keys = addOutputFlags(program.command('keys').description('list all actions of the desk with their keys'));
  keys.option('--check', 'only report faults in your own keys; code 1 if there are any');
  runs(keys, async () => (await import('../commands/keys.ts')).printKeys);
  const man = program.command('man').description('print the man page as roff, which man -l - shows');
  runs(man, async () => {
    const { printPage } = await import('../manual/page.ts');
    return own => printPage(own, program);
  });
  const completion = program
    .command('completion')
    .description('print the script with which a shell completes these commands')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS));
  runs(completion, async () => (await import('../commands/completion.ts')).printCompletion);
  const request = program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .helpOption(false)
    .action(async words => {
      const { complete } = await import('../commands/completion.ts');
      done(await complete(shell, program, words));
    });
  for (const command of [keys, man, completion, request]) worksAnyway(command);
}
