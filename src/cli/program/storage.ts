import { Argument, type Command } from 'commander';
import type { Run } from './run.ts';
import { addListingFlags, wholeNumber } from './shared-flags.ts';

/** `frontdesk copy`. */
export function addCopy(program: Command, { runs }: Run) {
  const copy = program
    .command('copy')
    .description('copy a help center to an empty database, checked by counts and hashes')
    .requiredOption('--from <database>', 'its file, or postgres://…')
    .requiredOption('--to <database>', 'an empty one: a file, or postgres://…')
    .option('--move', 'refuse if the source is written to meanwhile');
  runs(copy, async () => (await import('../commands/copy.ts')).copy);
}

/** `frontdesk backup` and `frontdesk restore`. */
export function addBackup(program: Command, { runs, worksHere }: Run) {
  const backup = program
    .command('backup')
    .description('back up a help center at work, or verify its backups')
    .argument('[folder]', 'the folder of the backups')
    .option('--keep <n>', 'delete all but the newest n backups', wholeNumber(1, 10_000))
    .option('--verify', 'read all backups, and repair damaged files')
    .option('--restore', 'with --verify: restore the newest, to see it')
    .option('--erasures', 'only tell the folder of erasures')
    .option('--anew', 'start again in a folder whose backups are gone, or forget it');
  runs(worksHere(backup), async () => (await import('../commands/backup.ts')).backup);
  const restore = program
    .command('restore')
    .description('make a help center of a backup, where none is')
    .argument('<folder>', 'the folder of the backups')
    .option('--at <time>', 'the newest from then or before: 2026-11-27T03:00:00Z')
    .option('--without-erasures', 'even if the erased people are unknown')
    .option('--yes', 'do not ask');
  runs(worksHere(restore), async () => (await import('../commands/restore.ts')).restore);
}

/** `frontdesk files move`. */
export function addFiles(program: Command, { runs, worksHere }: Run) {
  const move = program
    .command('files')
    .description('the files of attachments on PostgreSQL')
    .command('move')
    .description('move them to the database or to the folder, at work')
    .addArgument(new Argument('<to>', 'where to').choices(['database', 'folder']));
  runs(worksHere(move), async () => (await import('../commands/files.ts')).moveFiles);
}

/** `frontdesk cache …`. */
export function addCache(program: Command, { runs }: Run) {
  const clear = program
    .command('cache')
    .description('the data that the desk keeps of help centers elsewhere')
    .command('clear')
    .description('remove all of it from this machine; drafts and unsent changes stay');
  runs(clear, async () => (await import('../commands/cache.ts')).clearCache);
}

/** `frontdesk journal`. */
export function addJournal(program: Command, { runs }: Run) {
  const journal = program
    .command('journal')
    .description('your acts on this machine, from the desk’s journal')
    .option('--since <day>', 'from this day on: today, yesterday, 3d, 2w or 2026-11-20')
    .option('--commands', 'print the commands that do the same again');
  runs(addListingFlags(journal), async () => (await import('../commands/journal.ts')).listJournal);
}
