import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type ImportProgress, importMail, NoSuchInbox } from '../../center/intake/import-mail.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { safeJson, safeLine, t } from '../../text/safe.ts';
import { withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { createProgress } from './progress.ts';

interface ImportFlags {
  readonly inbox?: string;
  readonly json?: boolean;
  readonly database?: string;
}

/**
 * `frontdesk import`: turns mail into conversations. Unreadable mail is set aside and named on stderr, and the import
 * continues. It fails if a path is missing, or if no mail was found.
 */
export function importPaths(shell: Shell, paths: readonly string[], flags: ImportFlags): Promise<number> {
  return withCenter(shell, flags.database, async center => {
    const title = `Importing ${safeLine(paths.length === 1 ? basename(paths[0]!) : `${paths.length} paths`)}`;
    const progress = createProgress(shell.stderr, title, 'mails', () => performance.now());
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    process.once('SIGINT', interrupt);
    const result = await importMail(center, paths, {
      inbox: flags.inbox,
      onProgress: ({ read, done, total }: ImportProgress) => progress.at(read, total === 0 ? 1 : done / total),
      signal: stop.signal,
    }).catch(refuse);
    process.off('SIGINT', interrupt);
    progress.end();
    for (const { source, reason } of result.setAside) {
      shell.stderr.write(`set aside: ${safeLine(source)}: ${safeLine(reason)}\n`);
    }
    shell.stdout.write(flags.json ? `${safeJson(result, 2)}\n` : summary(result));
    if (result.read + result.setAside.length === 0) shell.stderr.write('frontdesk: there is no mail there.\n');
    const isNothing = result.imported + result.doubles === 0;
    const hasFailed = result.isStopped || isNothing || !paths.every(path => existsSync(path));
    return hasFailed ? exitCode.failed : exitCode.done;
  });
}

function refuse(error: unknown): never {
  if (error instanceof NoSuchInbox) throw new ShellError(error.message, exitCode.failed);
  throw error;
}

function summary({
  read,
  imported,
  doubles,
  setAside,
  passedOver,
  conversations,
  isStopped,
}: Awaited<ReturnType<typeof importMail>>) {
  return [
    `${counted(read, t`mail`)} read: ${grouped(imported)} imported into `,
    `${counted(conversations, t`conversation`)}, ${grouped(doubles)} were there already, `,
    `${grouped(setAside.length)} set aside.\n`,
    passedOver > 0
      ? `${counted(passedOver, t`file`)} without mail passed over: empty, pictures, documents, a mail program's own.\n`
      : '',
    isStopped ? 'Stopped before the end; the same command goes on where it left off.\n' : '',
  ].join('');
}
