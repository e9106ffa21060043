import type { Command } from 'commander';
import { addFlags } from '../settings/flags.ts';
import type { Run } from './run.ts';

/** `frontdesk` itself; `onWord` gets what is no flag. */
export function addDesk(program: Command, { shell, done }: Run, onWord: (word: string) => Promise<void>) {
  addFlags(program)
    .option('--sample', 'put sample conversations into an empty embedded help center')
    .option('--view <query>', 'open on this view, by its name, or on a filter as typed after /')
    .allowExcessArguments()
    .action(async (options, command: Command) => {
      const [word] = command.args;
      if (word !== undefined) return onWord(word);
      // A desk in lines loads nothing of the screen.
      const run = options.plain
        ? (await import('../commands/lines.ts')).runLines
        : (await import('../commands/desk.ts')).runDesk;
      done(await run(shell, options));
    });
}
