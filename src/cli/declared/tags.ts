import type { Group } from './command.ts';

/** `frontdesk tags …`. */
export const tags = {
  help: 'tags, for scripts',
  commands: {
    list: {
      help: 'list the tags in use, with their conversations',
      args: { '[part]': 'a part of the name' },
      lists: 'administer/tags#printTags',
    },
    rename: {
      help: 'rename a tag everywhere, or join it with another one',
      args: '<tag> <new-name>',
      changes: 'administer/tags#renameTagCommand',
    },
  },
} as const satisfies Group;

/** `frontdesk team …`. */
export const teams = {
  help: 'teams of the help center',
  commands: { list: { help: 'list the teams with their agents', lists: 'administer/teams#listTeams' } },
} as const satisfies Group;
