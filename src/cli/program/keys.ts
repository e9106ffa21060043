import type { Command } from 'commander';
import { addOutputFlags } from '../output/flags.ts';
import { addDryRun } from './change-flags.ts';
import type { Run } from './run.ts';

/** `frontdesk key …`. */
export function addKeys(key: Command, { shell, done, worksHere }: Run) {
  const create = key.command('create').description('create an API key; it is printed once').argument('<name>');
  worksHere(create).action(async (name, options) => {
    const { createKey } = await import('../commands/key.ts');
    done(await createKey(shell, name, options));
  });
  const list = key.command('list').description('list the API keys, without the keys themselves');
  worksHere(addOutputFlags(list)).action(async options => {
    const { listKeys } = await import('../commands/key.ts');
    done(await listKeys(shell, options));
  });
  const revoke = key.command('revoke').description('end an API key at once').argument('<number or name>');
  worksHere(addDryRun(revoke)).action(async (which, options) => {
    const { revokeKey } = await import('../commands/key.ts');
    done(await revokeKey(shell, which, options));
  });
}
