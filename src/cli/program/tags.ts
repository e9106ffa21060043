import type { Command } from 'commander';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags } from './shared-flags.ts';

/** `frontdesk tags …`. */
export function addTags(tags: Command, { runs }: Run) {
  const list = tags
    .command('list')
    .description('list the tags in use, with their conversations')
    .argument('[part]', 'a part of the name');
  runs(addListingFlags(list), async () => (await import('../commands/administer/tags.ts')).listTags);
  const rename = tags
    .command('rename')
    .description('rename a tag everywhere, or join it with another one')
    .argument('<tag>')
    .argument('<new-name>');
  runs(addChangeFlags(rename), async () => (await import('../commands/administer/tags.ts')).renameTag);
}

/** `frontdesk team …`. */
export function addTeams(team: Command, { runs }: Run) {
  const list = team.command('list').description('list the teams with their agents');
  runs(addListingFlags(list), async () => (await import('../commands/administer/teams.ts')).listTeams);
}
