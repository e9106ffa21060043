import { existsSync } from 'node:fs';
import type { Center } from '../../center/center.ts';
import { isPostgres } from '../../center/database/postgres/address.ts';
import { grouped } from '../../text/numbers.ts';
import { safeLine } from '../../text/safe.ts';
import { attachmentsFolder, orSentence, withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { createProgress } from './progress.ts';

interface CopyFlags {
  readonly from: string;
  readonly to: string;
}

/** `frontdesk copy`: copies a help center from one database to another, all or nothing, and its attachments. */
export async function copy(shell: Shell, flags: CopyFlags): Promise<number> {
  if (!isPostgres(flags.from) && !existsSync(flags.from))
    throw new ShellError(`There is no file ${safeLine(flags.from)}. Nothing was copied.`, exitCode.failed);
  return withCenter(shell, flags.from, from =>
    withCenter(shell, flags.to, async to => {
      await copyRows(shell, from, to);
      return copyAttachments(shell, from, to, flags);
    }),
  );
}

async function copyRows(shell: Shell, from: Center, to: Center): Promise<void> {
  const { copyStore } = await import('../../center/database/copy/store.ts');
  const progress = createProgress(shell.stderr, 'Copying the help center', 'rows', () => performance.now());
  const copying = copyStore(from.context.store, to.context.store, (done, total) => progress.at(done, done / total));
  const tables = await orSentence(copying).finally(progress.end);
  for (const { table, rows, hash } of tables)
    shell.stdout.write(`${table.padEnd(22)}${grouped(rows).padStart(12)} rows  sha256 ${hash.slice(0, 16)}\n`);
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  shell.stdout.write(
    `${tables.length} tables with ${grouped(all)} rows were copied; counts and hashes are the same on both sides.\n`,
  );
}

/** Names the folder of the files: on another machine, the help center needs them there. */
async function copyAttachments(shell: Shell, from: Center, to: Center, flags: CopyFlags): Promise<number> {
  const { copyFiles } = await import('../../center/database/copy/files.ts');
  const { files, copied, lost } = await from.read(({ db }) => copyFiles(db, from.context.files, to.context.files));
  const there = files - copied - lost.length;
  shell.stdout.write(
    `${grouped(files)} attachment files belong to it: ${grouped(copied)} were copied to ${attachmentsFolder(shell, flags.to)}, ` +
      `${grouped(there)} lie there already.\n`,
  );
  for (const { id, name, hash } of lost)
    shell.stderr.write(
      `missing: attachment ${id}, ${safeLine(name)}: ${attachmentsFolder(shell, flags.from)}/${hash} is not there or damaged\n`,
    );
  return lost.length > 0 ? exitCode.failed : exitCode.done;
}
