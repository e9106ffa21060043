import { Command, InvalidArgumentError } from 'commander';
import type { ImportWishes } from '../center/intake/import-mail.ts';

/** The flags of an import, as commander reads them. */
export interface ImportFlags {
  readonly inbox?: string;
  readonly status?: string;
  readonly since?: number;
  readonly before?: number;
  readonly archiveBefore?: number;
  readonly includeDeleted?: boolean;
  readonly dryRun?: boolean;
  readonly anySize?: boolean;
}

/** A day, which begins at midnight here, or a time; in milliseconds. */
function dateOf(value: string): number {
  const [, day, time = 'T00:00'] = /^\d{4}-\d\d-(\d\d)(T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(value) ?? [];
  const date = new Date(value.slice(0, 10) + time);
  const isReal = day !== undefined && new Date(`${value.slice(0, 10)}T00:00Z`).getUTCDate() === Number(day);
  if (!isReal || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('It must be a date, such as 2026-01-31.');
  }
  return date.getTime();
}

/** Adds the flags that say which mails are imported, and how they land. */
export function addImportFlags(command: Command): Command {
  return command
    .option('--inbox <slug>', 'the inbox for mail that is addressed to none')
    .option('--status <name>', 'the status of all conversations; otherwise waiting ones are open')
    .option('--since <date>', 'only mail from this day on', dateOf)
    .option('--before <date>', 'only mail from before this day', dateOf)
    .option('--archive-before <date>', 'archive conversations without mail since this day', dateOf)
    .option('--include-deleted', 'take drafts and deleted mail too')
    .option('--any-size', 'read compressed files that grow over 100 times')
    .option('--dry-run', 'count what would be imported, and store nothing');
}

/** The wishes that flags express. */
export function wishesOf({
  includeDeleted,
  dryRun,
  anySize: isAnySize,
  inbox,
  status,
  since,
  before,
  archiveBefore,
}: ImportFlags): ImportWishes {
  return { inbox, status, since, before, archiveBefore, hasDeleted: includeDeleted, isDryRun: dryRun, isAnySize };
}

/** A path and flags typed into one line; a path may contain blanks. Throws a sentence if a flag is wrong. */
export function readImportLine(line: string): { readonly path: string; readonly wishes: ImportWishes } {
  const [path = '', ...rest] = line.trim().split(/\s+(?=--[a-z])/);
  const command = addImportFlags(new Command('import'))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .helpOption(false)
    .allowExcessArguments(false);
  try {
    command.parse(rest.flatMap(wordsOf), { from: 'user' });
  } catch (error) {
    throw new Error((error as Error).message.replace(/^error: /, ''));
  }
  return { path, wishes: wishesOf(command.opts<ImportFlags>()) };
}

/** A flag and its value, which may contain blanks: a status does. */
function wordsOf(flag: string): string[] {
  const at = flag.search(/[\s=]/);
  return at < 0 ? [flag] : [flag.slice(0, at), flag.slice(at + 1).trim()];
}
