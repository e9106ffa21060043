import type { Group } from './command.ts';
import { repeatable } from './flag.ts';

/** `frontdesk inbox address …`. */
const addresses = {
  help: 'the email addresses of an inbox',
  commands: {
    list: { help: 'list the addresses of an inbox', args: '<slug>', lists: 'administer/addresses#listAddresses' },
    add: {
      help: 'add addresses to an inbox',
      args: '<slug> <address...>',
      flags: { '--primary': 'answers come from the first of them' },
      changes: 'administer/addresses#addAddresses',
    },
    remove: {
      help: 'remove addresses from an inbox',
      args: '<slug> <address...>',
      changes: 'administer/addresses#removeAddresses',
    },
  },
} as const satisfies Group;

/** `frontdesk inbox …`. */
export const inboxes = {
  help: 'inboxes of the help center',
  commands: {
    list: { help: 'list the inboxes', lists: 'administer/inboxes#printInboxes' },
    show: {
      help: 'show inboxes: addresses, agents, settings',
      args: '<slug...>',
      lists: 'administer/inboxes#showInboxes',
    },
    create: {
      help: 'create an inbox',
      args: '<name>',
      flags: {
        '--slug <new-slug>': 'its short name; without it: from its name',
        '--description <text>': 'what it is for',
        '--address <address>': repeatable('its email address; may be repeated, the first is primary'),
        '--agent <email>': repeatable('an agent who works in it; may be repeated'),
      },
      changes: 'administer/inboxes#createInboxCommand',
    },
    edit: {
      help: 'change the name, the slug or the description of an inbox',
      args: '<slug>',
      flags: {
        '--name <name>': 'its new name',
        '--slug <new-slug>': 'its new short name',
        '--description <text>': 'what it is for',
      },
      changes: 'administer/inboxes#editInbox',
    },
    delete: {
      help: 'delete an inbox with its messages; its conversations stay',
      args: '<slug>',
      flags: { '--yes': 'do not ask' },
      changes: 'administer/inboxes#deleteInbox',
    },
    address: addresses,
  },
} as const satisfies Group;
