import type { Commands } from './command.ts';
import { wholeNumber } from './flag.ts';

/** The commands about the places where data is kept. */
export const storage = {
  backup: {
    help: 'back up a help center at work, or verify its backups',
    args: { '[folder]': 'the folder of the backups' },
    flags: {
      '--keep <n>': { help: 'delete all but the newest n backups', parse: wholeNumber(1, 10_000) },
      '--verify': 'read all backups, and repair damaged files',
      '--restore': 'with --verify: restore the newest, to see it',
      '--erasures': 'only tell the folder of erasures',
      '--anew': 'start again in a folder whose backups are gone, or forget it',
    },
    here: 'backup#backup',
  },
  restore: {
    help: 'make a help center of a backup, where none is',
    args: { '<folder>': 'the folder of the backups' },
    flags: {
      '--at <time>': 'the newest from then or before: 2026-11-27T03:00:00Z',
      '--without-erasures': 'even if the erased people are unknown',
      '--yes': 'do not ask',
    },
    here: 'restore#restoreBackup',
  },
  files: {
    help: 'the files of attachments on PostgreSQL',
    commands: {
      move: {
        help: 'move them to the database or to the folder, at work',
        args: { '<to>': { help: 'where to', choices: ['database', 'folder'] } },
        here: 'files#moveFilesCommand',
      },
    },
  },
  copy: {
    help: 'copy a help center to an empty database, checked by counts and hashes',
    flags: {
      '--from <database>': { help: 'its file, or postgres://…', isRequired: true },
      '--to <database>': { help: 'an empty one: a file, or postgres://…', isRequired: true },
      '--move': 'refuse if the source is written to meanwhile',
    },
    works: 'copy#copy',
  },
  cache: {
    help: 'the data that the desk keeps of help centers elsewhere',
    commands: {
      clear: {
        help: 'remove all of it from this machine; drafts and unsent changes stay',
        works: 'cache#clearCache',
      },
    },
  },
  journal: {
    help: 'your acts on this machine, from the desk’s journal',
    flags: {
      '--since <day>': 'from this day on: today, yesterday, 3d, 2w or 2026-11-20',
      '--commands': 'print the commands that do the same again',
    },
    lists: 'journal#listJournal',
  },
} as const satisfies Commands;
