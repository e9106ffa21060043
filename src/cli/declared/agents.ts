import type { Group } from './command.ts';
import { MAX_ID, repeatable, wholeNumber } from './flag.ts';
import { outputFlags } from './shared-flags.ts';

const ROLES = ['agent', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** `frontdesk agent key …`. */
const keys = {
  help: 'SSH keys by which agents come to this machine’s help center',
  commands: {
    add: {
      help: 'let an agent in by a public key; prints the line for authorized_keys',
      args: { '<email>': '', '<file>': 'the .pub file; - is standard input' },
      flags: {
        '--to <file>': 'append the line to this file',
        '--socket <path>': 'the socket of serve, if not that of the settings',
      },
      here: 'administer/ssh-keys#addKey',
    },
    list: { help: 'list the SSH keys', flags: outputFlags, here: 'administer/ssh-keys#listAgentKeys' },
    remove: {
      help: 'end an SSH key at once',
      args: { '<id>': { help: 'its number', parse: wholeNumber(1, MAX_ID) } },
      here: 'administer/ssh-keys#removeKey',
    },
  },
} as const satisfies Group;

/** `frontdesk agent …`. */
export const agents = {
  help: 'agents of the help center',
  commands: {
    list: { help: 'list the agents', lists: 'administer/agents#listAgents' },
    create: {
      help: 'create an agent; asks for a password, or reads it from stdin',
      args: '<name> <email>',
      flags: {
        '--role <role>': { help: 'their permissions', choices: ROLES, default: 'agent' },
        '--inbox <slug>': repeatable('an inbox that they work in; may be repeated'),
      },
      changes: 'administer/agents#createAgent',
    },
    inbox: {
      help: 'let an agent work in inboxes, or no longer',
      args: { '<email>': '', '<verb>': { help: '', choices: ['add', 'remove'] }, '<slug...>': '' },
      changes: 'administer/agents#changeInboxes',
    },
    disable: { help: 'disable an agent', args: '<email>', changes: 'administer/agents#disableAgent' },
    enable: { help: 'enable an agent', args: '<email>', changes: 'administer/agents#enableAgent' },
    away: {
      help: 'mark an agent as away: a customer’s answer then unassigns their conversations',
      args: { '<agent>': 'a name or an address' },
      flags: {
        '--until <day>': { help: 'when they are back: fri, 3d, next week, 27.11 or 2026-12-04', isRequired: true },
      },
      changes: 'administer/agents#sendAway',
    },
    back: {
      help: 'end an absence',
      args: { '<agent>': 'a name or an address' },
      changes: 'administer/agents#bringBackAgent',
    },
    role: {
      help: 'change the permissions of an agent',
      args: { '<email>': '', '<role>': { help: '', choices: ROLES } },
      changes: 'administer/agents#setRole',
    },
    password: {
      help: 'give an agent a new password, typed or from stdin',
      args: '<email>',
      changes: 'administer/agents#setPassword',
    },
    key: keys,
  },
} as const satisfies Group;
