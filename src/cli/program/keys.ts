import type { Command } from 'commander';
import { addOutputFlags } from '../output/flags.ts';
import type { Run } from './run.ts';
import { addDryRun } from './shared-flags.ts';

/** `frontdesk key …`. */
export function addKeys(key: Command, { runs, worksHere }: Run) {
  const create = key.command('create').description('create an API key; it is printed once').argument('<name>');
  runs(worksHere(create), async () => (await import('../commands/key.ts')).createKey);
  const list = key.command('list').description('list the API keys, without the keys themselves');
  runs(worksHere(addOutputFlags(list)), async () => (await import('../commands/key.ts')).listKeys);
  const revoke = key.command('revoke').description('end an API key at once').argument('<number or name>');
  runs(worksHere(addDryRun(revoke)), async () => (await import('../commands/key.ts')).revokeKey);
}
