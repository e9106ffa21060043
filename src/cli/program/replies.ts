import type { Command } from 'commander';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags } from './shared-flags.ts';

/** `frontdesk replies …`. */
export function addReplies(replies: Command, { runs }: Run) {
  const code = () => import('../commands/replies/replies.ts');
  const list = replies.command('list').description('list the saved replies of the team and your own');
  runs(addListingFlags(list), async () => (await code()).listReplies);
  const out = replies
    .command('export')
    .description('write each saved reply to a text file, to keep it under version control')
    .argument('<folder>', 'made if it is not there');
  runs(addCenterFlags(out), async () => (await code()).exportReplies);
  const into = replies
    .command('import')
    .description('make and change saved replies as the text files of a folder say')
    .argument('<folder>', 'its files *.txt, each as export writes it');
  runs(addChangeFlags(into), async () => (await code()).importReplies);
}
