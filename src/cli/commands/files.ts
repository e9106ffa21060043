import type { MoveTo } from '../../center/database/files.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { createProgress } from './progress.ts';

/**
 * `frontdesk files move`: moves the attachments of a help center on PostgreSQL to the database or to the folder, while it
 * is served. Exit code 1 if some are damaged; these stay where they are.
 */
export function moveFilesCommand(
  shell: Shell,
  to: MoveTo,
  { database }: { readonly database?: string },
): Promise<number> {
  return withCenter(shell, database, async ({ context: { files } }) => {
    if (!files.move)
      throw new ShellError(
        `The attachments of a help center in a file are in ${files.place()}. Nothing was moved: only those of one on ` +
          'PostgreSQL can be in the database.',
      );
    const progress = createProgress(shell.stderr, 'Moving the attachments', 'files', () => performance.now());
    const { moved, damaged } = await files
      .move(to, (done, total) => progress.at(done, done / total))
      .finally(progress.end);
    for (const hash of damaged) shell.stderr.write(`damaged: ${hash} is not what was stored, and stays where it is\n`);
    if (damaged.length > 0) {
      shell.stderr.write(
        `${counted(damaged.length, t`file`)} of ${grouped(moved + damaged.length)} stay: delete them, and run this again.\n`,
      );
      return exitCode.failed;
    }
    shell.stdout.write(`${counted(moved, t`attachment file`)} moved. All of them are in ${files.place()}.\n`);
    return exitCode.done;
  });
}
