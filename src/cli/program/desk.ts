import type { Command } from 'commander';
import { addFlags } from '../settings/flags.ts';
import type { Run } from './run.ts';

/** `frontdesk` itself. */
export function addDesk(program: Command, { shell, done }: Run) {
  addFlags(program)
    .option('--sample', 'put sample conversations into an empty embedded help center')
    .option('--view <query>', 'open on this view, by its name, or on a filter as typed after /')
    .allowExcessArguments()
    .action(async (options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) command.error(`error: there is no command ${unknown}`);
      // A desk in lines loads nothing of the screen.
      const run = options.plain
        ? (await import('../commands/lines.ts')).runLines
        : (await import('../commands/desk.ts')).runDesk;
      done(await run(shell, options));
    });
}
