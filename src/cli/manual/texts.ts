import type { exitCode } from '../shell-error.ts';

/** The description of the program, a paragraph each. */
export const DESCRIPTION = [
  'Without a command it opens the desk: on the help center that is embedded in a file, or on one elsewhere. ' +
    'The commands are for scripts and for running a help center; each prints its own help with --help.',
];

/** How the desk is used line by line, a paragraph each. */
export const LINE_MODE = [
  'frontdesk --plain is the desk in lines: for a braille display, for speech, for a dumb terminal, for a pipe. Nothing ' +
    'is drawn or redrawn. ACCESSIBLE=1, the setting plain and TERM=dumb do the same.',
  'A line is a name or a key, then numbers of conversations, then the answer to what it asks: e, archive 1042, ' +
    'note 1039 She called. Every name in KEYS is one, and so is its last part. Without numbers it is for the marked ' +
    'conversations, or for the one at the cursor.',
  'next and previous move, open reads, #1042 reads that conversation, and an empty line reads on. Choices have numbers. ' +
    'A text of many lines ends with a line that holds a dot alone; ~e in it opens the editor.',
  'help lists what there is, help archive explains one action, speak short says less, and q leaves.',
];

/** The files of the program, by their default places, each with its content. */
export const PROGRAM_FILES: readonly (readonly [path: string, help: string])[] = [
  ['$XDG_CONFIG_HOME/frontdesk/config.toml', 'The settings, written by you alone.'],
  ['$XDG_CONFIG_HOME/frontdesk/views-*.json', 'The saved views of each help center.'],
  ['$XDG_DATA_HOME/frontdesk/center.db', 'The embedded help center.'],
  ['$XDG_DATA_HOME/frontdesk/attachments/', 'Its attachments.'],
  [
    '$XDG_STATE_HOME/frontdesk/',
    'Drafts, unsent changes, the cache, the last screen, sign-ins, log and reports, for you alone (mode 0700).',
  ],
  ['$XDG_CACHE_HOME/frontdesk/', 'Compiled code, for a quick start; NODE_COMPILE_CACHE moves it. It can be removed.'],
];

/** The meaning of each exit code of the shell. */
export const EXIT_STATUS: Readonly<Record<keyof typeof exitCode, string>> = {
  done: 'All was done.',
  failed: 'It failed, or some of it did. Standard error names each part that failed.',
  usage: 'Wrong usage: an unknown command or flag, a wrong value, or a fault in the settings file.',
  unreachable: 'The help center cannot be reached, or does not allow it.',
};
