import type { Command } from 'commander';
import { addListFlags } from '../commands/conversations/list-flags.ts';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import { addOutputFlags } from '../output/flags.ts';
import type { Run } from './run.ts';
import { wholeNumber } from './whole-number.ts';

/** `frontdesk conversations …`. */
export function addConversations(conversations: Command, { shell, done }: Run) {
  const list = conversations
    .command('list')
    .description('list conversations, by a filter as typed after / in the desk')
    .argument('[filter...]', 'such as is:unresolved tag:vip before:30d; without it: all that are not archived')
    .option('--limit <n>', 'the most that are listed; without it: all', wholeNumber(1, 1_000_000_000));
  addCenterFlags(addOutputFlags(addListFlags(list))).action(async (words, options) => {
    const { listConversations } = await import('../commands/conversations/list.ts');
    done(await listConversations(shell, words, options));
  });
}
