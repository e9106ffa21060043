import type { DeclaredCommand } from './command.ts';
import { repeatable, wholeNumber } from './flag.ts';
import { narrowingFlags } from './shared-flags.ts';

/** `frontdesk events`. */
export const events = {
  help: 'changes to conversations: a line of JSON for each, or a command',
  args: { '[filter...]': 'the conversations, such as tag:vip inbox:shop; without it: all' },
  flags: {
    '--follow': 'go on when all is read, until it is stopped',
    '--since <cursor>': 'begin after this event, or at start or now',
    '--cursor <file>': 'keep in this file how far it has come, and go on there',
    '--exec <program>': 'run this for each, one after the other, with its JSON on standard input',
    '--tries <n>': {
      help: 'stop when the command has failed so often for one event',
      parse: wholeNumber(1, 1_000),
      default: 10,
    },
    '--type <name>': repeatable('only changes of this kind, such as conversation.created; may be repeated'),
    '--not-by <name>': repeatable('leave out changes of this agent or API key; may be repeated'),
    '--not-via <way>': repeatable('leave out changes that came this way, such as exec or import; may be repeated'),
    ...narrowingFlags,
  },
  lists: 'events/events#printEvents',
} as const satisfies DeclaredCommand;
