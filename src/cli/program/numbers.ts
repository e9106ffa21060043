import { type Command, Option } from 'commander';
import { numberClocks, numberGroups } from '../../contract/numbers.ts';
import type { Run } from './run.ts';
import { addListingFlags } from './shared-flags.ts';

/** `frontdesk numbers`. */
export function addNumbers(program: Command, { runs }: Run) {
  const numbers = program
    .command('numbers')
    .description('new, answered, closed and open conversations: 7 days, unless they are given')
    .option('--from <day>', 'the first day: 30d, 4w, yesterday or 2026-11-01')
    .option('--to <day>', 'the day after the last one; without it: tomorrow')
    .addOption(new Option('--by <group>', 'a row for each').choices(numberGroups).default('agent'))
    .option('--zone <name>', 'when days begin; without it: as at the help center')
    .addOption(new Option('--clock <clock>', 'times in all hours, or in those of the inboxes').choices(numberClocks))
    .option('--csv', 'print a table for spreadsheets, times in seconds');
  runs(addListingFlags(numbers), async () => (await import('../commands/numbers.ts')).printNumbers);
}
