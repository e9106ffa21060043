import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { ImportRefused, importMail } from '../../center/intake/import-mail.ts';
import type { ImportProgress, ImportResult } from '../../center/intake/import-tally.ts';
import { counted } from '../../text/numbers.ts';
import { safeJson, safeLine, t } from '../../text/safe.ts';
import { askYes } from '../ask.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { wishesOf } from '../declared/import-flags.ts';
import { toldOfImport } from '../import-summary.ts';
import { withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { createProgress } from './progress.ts';

export type ImportCommandFlags = FlagsOf<'import'>;

/**
 * `frontdesk import`: turns mail into conversations. Unreadable mail is set aside and named on stderr, and the import
 * continues. It fails if a path is missing, or if no mail was found.
 */
export async function importPaths(shell: Shell, paths: readonly string[], flags: ImportCommandFlags): Promise<number> {
  if (flags.create) throw new ShellError('--create needs --from ndjson. Nothing was imported.');
  return withCenter(shell, flags.database, async center => {
    const title = `Importing ${safeLine(paths.length === 1 ? basename(paths[0]!) : `${paths.length} paths`)}`;
    const progress = createProgress(shell.stderr, title, 'mails', () => performance.now());
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    process.once('SIGINT', interrupt);
    let isRefused = false;
    const mayGrow = async (source: string) => {
      isRefused = !shell.stdin.isTTY;
      if (isRefused) return false;
      progress.end();
      const question = t`${safeLine(source)} grows to more than 100 times its size. Read all of it?`;
      return askYes(shell, question).catch(() => {
        stop.abort();
        return false;
      });
    };
    const result = await importMail(center, paths, {
      ...wishesOf(flags),
      stdin: shell.stdin,
      mayGrow,
      onProgress: ({ read, done, total }: ImportProgress) => progress.at(read, total === 0 ? undefined : done / total),
      signal: stop.signal,
    })
      .catch(endRefusedImport)
      .finally(() => {
        process.off('SIGINT', interrupt);
        progress.end();
      });
    for (const { source, reason } of result.setAside) {
      shell.stderr.write(`set aside: ${safeLine(source)}: ${safeLine(reason)}\n`);
    }
    const unlisted = result.setAsideCount - result.setAside.length;
    if (unlisted > 0) shell.stderr.write(`set aside: ${counted(unlisted, t`more mail`)}\n`);
    shell.stdout.write(flags.json ? `${safeJson(result, 2)}\n` : `${toldOfImport(result).join('\n')}\n`);
    if (result.read + result.setAsideCount === 0) shell.stderr.write('frontdesk: there is no mail there.\n');
    const isMissing = !paths.every(path => path === '-' || existsSync(path));
    return result.isStopped || isRefused || isMissing || isNothing(result) ? exitCode.failed : exitCode.done;
  });
}

/** Mail that is left out as asked is not a failure. */
function isNothing({ imported, doubles, leftOut }: ImportResult): boolean {
  const { drafts, deleted, otherDates } = leftOut;
  return imported + doubles + drafts + deleted + otherDates === 0;
}

/** A wish that cannot be met ends the command with its sentence. */
export function endRefusedImport(error: unknown): never {
  if (error instanceof ImportRefused) throw new ShellError(error.message, exitCode.failed);
  throw error;
}
