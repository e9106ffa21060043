import type { DeclaredCommand, Group } from './command.ts';
import { MAX_ID, repeatable, SETTING, wholeNumber } from './flag.ts';
import { filterFlags, narrowingFlags, textFlags } from './shared-flags.ts';
import { type Verb, type VerbArgument, verbs } from './verbs.ts';

const IDS = { '<id...>': 'ids; - reads them from standard input' } as const;
const ID = { '<id>': 'the id of the conversation' } as const;
const COPIES = {
  '--cc <people>': 'recipients of a copy',
  '--bcc <people>': 'recipients of a copy that the others do not see',
} as const;
const YES = { '--yes': 'send it without a question' } as const;
const message = { parse: wholeNumber(1, MAX_ID), isRequired: true } as const;

/** The flags or the arguments of each verb for its value. */
const TAKING: Readonly<Record<VerbArgument, Pick<DeclaredCommand, 'args' | 'flags'>>> = {
  agent: { args: IDS, flags: { '--agent <who>': { help: 'a name, an address, me or none', isRequired: true } } },
  status: { args: IDS, flags: { '--status <name>': { help: 'the status', isRequired: true } } },
  inbox: {
    args: IDS,
    flags: { '--inbox <slug>': { help: 'the inbox, by its slug or its name', isRequired: true } },
  },
  newTag: { args: IDS, flags: tagFlag('a tag; a new name makes a new tag') },
  knownTag: { args: IDS, flags: tagFlag('a tag') },
  // It comes behind the ids, of which there may be any number.
  until: {
    args: { '<id...>': `${IDS['<id...>']}; behind them the time: 2h, tomorrow 9, fri, 3d, reply or fri keep` },
  },
  into: {
    args: { '<into>': { help: 'the id of the one that takes the others in', parse: wholeNumber(1, MAX_ID) }, ...IDS },
  },
};

function tagFlag(help: string) {
  return { '--tag <name>': repeatable(`${help}; may be repeated`, { isRequired: true }) };
}

function declaredVerb([name, { help, takes }]: readonly [string, Verb]) {
  const taken = takes === undefined ? { args: IDS } : TAKING[takes];
  return [name, { help, ...taken, changes: 'conversations/change#changeByVerb' as const }] as const;
}

/** The forms of an export. */
const FORMS = ['ndjson', 'mbox', 'eml'] as const;

/** `frontdesk conversations …`. */
export const conversations = {
  help: 'conversations, for scripts',
  commands: {
    list: {
      help: 'list conversations, by a filter as typed after / in the desk',
      args: { '[filter...]': 'such as is:unresolved tag:vip before:30d; without it: all that are not archived' },
      flags: filterFlags,
      lists: 'conversations/list#printConversations',
    },
    export: {
      help: 'write conversations to files, for another help desk or an archive',
      args: { '[filter...]': 'such as is:closed before:365d; without it: all, archived ones too' },
      flags: {
        '--to <folder>': 'a new folder; without it: standard output',
        '--as <form>': { help: 'the form', choices: FORMS, default: 'ndjson' },
        ...narrowingFlags,
      },
      here: 'conversations/export#exportConversations',
    },
    show: {
      help: 'print conversations with their messages and notes',
      args: IDS,
      lists: 'conversations/show#showConversations',
    },
    next: {
      help: 'take the conversation that waits longest: it is yours then',
      flags: {
        '--inbox <name>': repeatable('one of this inbox, by its slug or its name'),
        '--peek': 'only say which one it is',
      },
      lists: 'conversations/next#nextConversation',
    },
    ...Object.fromEntries(Object.entries<Verb>(verbs).map(declaredVerb)),
    apply: {
      help: 'apply the actions of a saved reply; its text is not sent',
      args: { '<name>': 'the name of the saved reply', ...IDS },
      changes: 'conversations/apply#applyReply',
    },
    run: {
      help: 'run a command of your settings on a conversation, and print its output',
      args: {
        '<name>': 'the name of the command',
        '<id>': 'the id of the conversation; a command that reads a draft gets standard input',
      },
      reaches: 'conversations/run#runOnConversation',
    },
    note: {
      help: 'add an internal note, which customers never see',
      args: IDS,
      flags: textFlags,
      changes: 'conversations/note#addNotes',
    },
    create: {
      help: 'write to a person first, in a new conversation; on a terminal it asks first',
      flags: {
        '--to <people>': {
          help: 'the recipients, separated by commas; the first becomes the requester',
          isRequired: true,
        },
        '--subject <line>': {
          help: 'the subject of the mail and the title of the conversation',
          isRequired: true,
        },
        ...textFlags,
        ...COPIES,
        '--inbox <name>': 'the inbox that it is sent from; without it: the default one',
        '--record-only': 'send no mail: record words said elsewhere, as in a phone call',
        ...YES,
      },
      changes: 'conversations/create#createWithMessage',
    },
    reply: {
      help: 'send a mail to the customer; on a terminal it asks first',
      args: ID,
      flags: {
        ...textFlags,
        '--to <people>': 'the recipients, separated by commas; without it: the last author',
        '--cc <people>': 'recipients of a copy; without it: the others of that mail',
        '--bcc <people>': COPIES['--bcc <people>'],
        '--close': 'close the conversation afterwards (see --after-reply)',
        '--wait <time>': 'put the conversation off afterwards: 3d, fri, "tomorrow 9", reply',
        '--at <time>': 'when the mail goes out; if anyone writes before, it is held back',
        after_reply: SETTING,
        assign_on_reply: SETTING,
        ...YES,
      },
      changes: 'conversations/reply#replyTo',
    },
    forward: {
      help: 'send a message to a third party; on a terminal it asks first',
      args: ID,
      flags: {
        '--message <id>': { help: 'the id of the message', ...message },
        '--to <people>': { help: 'the recipients, separated by commas', isRequired: true },
        ...textFlags,
        ...COPIES,
        ...YES,
      },
      changes: 'conversations/reply#replyTo',
    },
    split: {
      help: 'take messages into a conversation of their own; this cannot be undone',
      args: ID,
      flags: {
        '--message <id>': repeatable('a message that moves; may be repeated', { isRequired: true }),
        '--note <id>': repeatable('a note that moves as well; may be repeated'),
        '--title <line>': { help: 'the title of the new conversation', isRequired: true },
      },
      changes: 'conversations/split#splitOff',
    },
  },
} as const satisfies Group;
