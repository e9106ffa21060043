import type { Group } from './command.ts';
import { limitFlag } from './shared-flags.ts';

const WHO = { '<who>': 'their email address, or the number of the contact' } as const;

/** `frontdesk contacts …`. */
export const contacts = {
  help: 'customers, for scripts',
  commands: {
    list: {
      help: 'list contacts',
      args: { '[words...]': 'words in their name or address; without it: all' },
      flags: limitFlag,
      lists: 'administer/contacts#printContacts',
    },
    show: {
      help: 'show contacts',
      args: { '<id...>': 'numbers; - reads them from standard input' },
      lists: 'administer/contacts#showContacts',
    },
    create: {
      help: 'create a contact',
      args: { '<name>': '', '<address>': 'their email address' },
      changes: 'administer/contacts#createContactCommand',
    },
    edit: {
      help: 'change the name, the address or the note of a contact',
      args: '<id>',
      flags: {
        '--name <name>': 'the new name',
        '--address <address>': 'the new email address',
        '--note <text>': 'the team’s note about them; empty: no note',
      },
      changes: 'administer/contacts#editContact',
    },
    erase: {
      help: 'erase all that is kept of a person; only an admin can',
      args: WHO,
      flags: { '--yes': 'do not ask' },
      changes: 'administer/erase#eraseContact',
    },
    export: {
      help: 'write all that is kept of a person to a folder',
      args: WHO,
      flags: { '--to <folder>': { help: 'a new folder', isRequired: true } },
      lists: 'administer/export-contact#exportContact',
    },
  },
} as const satisfies Group;
