import { numberClocks, numberGroups } from '../../contract/numbers.ts';
import type { DeclaredCommand } from './command.ts';

/** `frontdesk numbers`. */
export const numbersCommand = {
  help: 'new, answered, closed and open conversations: 7 days, unless they are given',
  flags: {
    '--from <day>': 'the first day: 30d, 4w, yesterday or 2026-11-01',
    '--to <day>': 'the day after the last one; without it: tomorrow',
    '--by <group>': { help: 'a row for each', choices: numberGroups, default: 'agent' },
    '--zone <name>': 'when days begin; without it: as at the help center',
    '--clock <clock>': { help: 'times in all hours, or in those of the inboxes', choices: numberClocks },
    '--csv': 'print a table for spreadsheets, times in seconds',
  },
  lists: 'numbers#printNumbers',
} as const satisfies DeclaredCommand;
