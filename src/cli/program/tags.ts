import type { Command } from 'commander';
import { addChangeFlags, addListingFlags } from './change-flags.ts';
import type { Run } from './run.ts';

/** `frontdesk tags …`. */
export function addTags(tags: Command, { shell, done }: Run) {
  const list = tags
    .command('list')
    .description('list the tags in use, with their conversations')
    .argument('[part]', 'a part of the name');
  addListingFlags(list).action(async (part, options) => {
    const { listTags } = await import('../commands/administer/tags.ts');
    done(await listTags(shell, part, options));
  });
  const rename = tags
    .command('rename')
    .description('rename a tag everywhere, or join it with another one')
    .argument('<tag>')
    .argument('<new-name>');
  addChangeFlags(rename).action(async (tag, to, options) => {
    const { renameTag } = await import('../commands/administer/tags.ts');
    done(await renameTag(shell, tag, to, options));
  });
}

/** `frontdesk team …`. */
export function addTeams(team: Command, { shell, done }: Run) {
  addListingFlags(team.command('list').description('list the teams with their agents')).action(async options => {
    const { listTeams } = await import('../commands/administer/teams.ts');
    done(await listTeams(shell, options));
  });
}
