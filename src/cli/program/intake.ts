import { type Command, Option } from 'commander';
import { addImportFlags } from '../import-flags.ts';
import type { Run } from './run.ts';
import { wholeNumber } from './shared-flags.ts';

/** `frontdesk import` and `frontdesk sample`. */
export function addIntake(program: Command, { runs, worksHere }: Run) {
  const imports = program
    .command('import')
    .description('import mail (mbox, Maildir, .eml, .emlx, .gz); importing twice adds nothing')
    .argument('<path...>', 'files and folders; - is standard input');
  addImportFlags(imports)
    .addOption(
      new Option('--from <form>', 'the form: ndjson is the export of another help desk').choices(['mail', 'ndjson']),
    )
    .option('--create', 'with ndjson: make missing inboxes, statuses and agents')
    .option('--json', 'print the counts as JSON');
  runs(worksHere(imports), async () =>
    imports.opts<{ from?: string }>().from === 'ndjson'
      ? (await import('../commands/import-ndjson.ts')).importConversations
      : (await import('../commands/import.ts')).importPaths,
  );
  const sample = program
    .command('sample')
    .description('add plausible sample conversations, the same for the same seed')
    .option('--conversations <n>', 'how many', wholeNumber(1, 1_000_000), 240)
    .option('--seed <n>', 'which ones', wholeNumber(0, 2_147_483_647), 1)
    .option('--remove', 'remove the sample conversations');
  runs(worksHere(sample), async () => (await import('../commands/sample.ts')).addSample);
}
