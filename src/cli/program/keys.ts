import type { Command } from 'commander';
import { addOutputFlags } from '../output/flags.ts';
import { flagOption } from '../settings/flags.ts';
import { addDryRun } from './change-flags.ts';
import type { Run } from './run.ts';

/** `frontdesk key …`. */
export function addKeys(key: Command, { shell, done }: Run) {
  key
    .command('create')
    .description('create an API key; it is printed once')
    .argument('<name>')
    .addOption(flagOption('database'))
    .action(async (name, options) => {
      const { createKey } = await import('../commands/key.ts');
      done(await createKey(shell, name, options));
    });
  addOutputFlags(key.command('list').description('list the API keys, without the keys themselves'))
    .addOption(flagOption('database'))
    .action(async options => {
      const { listKeys } = await import('../commands/key.ts');
      done(await listKeys(shell, options));
    });
  const revoke = key.command('revoke').description('end an API key at once').argument('<number or name>');
  addDryRun(revoke)
    .addOption(flagOption('database'))
    .action(async (which, options) => {
      const { revokeKey } = await import('../commands/key.ts');
      done(await revokeKey(shell, which, options));
    });
}
