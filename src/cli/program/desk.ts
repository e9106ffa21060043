import type { Command } from 'commander';
import { addFlags } from '../settings/flags.ts';
import type { Run } from './run.ts';

/** The flags of `frontdesk` itself. */
export function addDeskFlags(program: Command) {
  addFlags(program)
    .option('--sample', 'put sample conversations into an empty embedded help center')
    .option('--view <query>', 'open on this view, by its name, or on a filter as typed after /');
}

/** `frontdesk` itself; `onUnknown` gets a word that is no command. */
export function addDesk(program: Command, { shell, done }: Run, onUnknown: (word: string) => void) {
  program.allowExcessArguments().action(async (options, command: Command) => {
    const [word] = command.args;
    if (word !== undefined) return onUnknown(word);
    // A desk in lines loads nothing of the screen.
    const run = options.plain
      ? (await import('../commands/lines.ts')).runLines
      : (await import('../commands/desk.ts')).runDesk;
    done(await run(shell, options));
  });
}
