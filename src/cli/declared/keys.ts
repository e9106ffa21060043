import type { Group } from './command.ts';
import { dryRunFlag, outputFlags } from './shared-flags.ts';

/** `frontdesk key …`. */
export const keys = {
  help: 'API keys of the help center',
  commands: {
    create: { help: 'create an API key; it is printed once', args: '<name>', here: 'key#createKey' },
    list: { help: 'list the API keys, without the keys themselves', flags: outputFlags, here: 'key#listKeys' },
    revoke: {
      help: 'end an API key at once',
      args: { '<number or name>': '' },
      flags: dryRunFlag,
      here: 'key#revokeKey',
    },
  },
} as const satisfies Group;
