import type { Commands } from './command.ts';
import { outputFlags } from './shared-flags.ts';

/** The shells that can complete commands. */
const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type ShellName = (typeof SHELLS)[number];

/** `frontdesk keys`, `man`, `completion`, and the command of the completion scripts. */
export const manual = {
  keys: {
    help: 'list all actions of the desk with their keys',
    flags: { ...outputFlags, '--check': 'only report faults in your own keys; code 1 if there are any' },
    settings: 'desk',
    works: 'keys#printKeys',
  },
  man: {
    help: 'print the man page as roff, which man -l - shows',
    settings: 'desk',
    works: '../manual/page#printPage',
  },
  completion: {
    help: 'print the script with which a shell completes these commands',
    args: { '<shell>': { help: 'your shell', choices: SHELLS } },
    settings: 'desk',
    works: 'completion#printCompletion',
  },
  __complete: { help: '', args: '[words...]', settings: 'desk', isHidden: true, works: 'completion#complete' },
} as const satisfies Commands;
