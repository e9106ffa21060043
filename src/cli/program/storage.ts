import type { Command } from 'commander';
import type { Run } from './run.ts';

/** `frontdesk copy`. */
export function addCopy(program: Command, { shell, done }: Run) {
  program
    .command('copy')
    .description('copy a help center to an empty database, checked by counts and hashes')
    .requiredOption('--from <database>', 'its file, or postgres://…')
    .requiredOption('--to <database>', 'an empty one: a file, or postgres://…')
    .option('--move', 'refuse if the source is written to meanwhile')
    .action(async options => {
      const { copy } = await import('../commands/copy.ts');
      done(await copy(shell, options));
    });
}

/** `frontdesk cache …`. */
export function addCache(program: Command, { shell, done }: Run) {
  program
    .command('cache')
    .description('what the desk keeps of help centers elsewhere')
    .command('clear')
    .description('remove all of it from this machine; drafts and unsent changes stay')
    .action(async () => {
      const { clearCache } = await import('../commands/cache.ts');
      done(clearCache(shell));
    });
}
