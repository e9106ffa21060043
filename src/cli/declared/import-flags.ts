import { Command, InvalidArgumentError } from 'commander';
import type { ImportWishes } from '../../center/intake/import-mail.ts';
import { type ValuesOf, withFlags } from './flag.ts';

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

const DAY = { parse: dateOf } as const;

/** The flags that say which mails are imported, and how they land. */
export const importFlags = {
  '--inbox <slug>': 'the inbox for mail that is addressed to none',
  '--status <name>': 'the status of all conversations; otherwise waiting ones are open',
  '--since <date>': { help: 'only mail from this day on', ...DAY },
  '--before <date>': { help: 'only mail from before this day', ...DAY },
  '--archive-before <date>': { help: 'archive conversations without mail since this day', ...DAY },
  '--include-deleted': 'take drafts and deleted mail too',
  '--any-size': 'read compressed files that grow over 100 times',
  '--dry-run': 'count what would be imported, and store nothing',
} as const;
export type ImportFlags = ValuesOf<typeof importFlags>;

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
  const command = withFlags(new Command('import'), importFlags)
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
