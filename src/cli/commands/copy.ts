import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Center } from '../../center/center.ts';
import { isPostgres } from '../../center/database/postgres/address.ts';
import { grouped } from '../../text/numbers.ts';
import { safeLine } from '../../text/safe.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { SQLITE_FILE_ENDINGS } from '../kept/sqlite-file.ts';
import { attachmentsFolder, orSentence, withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { createProgress } from './progress.ts';

type CopyFlags = FlagsOf<'copy'>;

/**
 * `frontdesk copy`: copies a help center, also one at work, from one database to another as of one moment, all or
 * nothing, and then its attachments. A refused copy removes its parts.
 */
export async function copy(shell: Shell, flags: CopyFlags): Promise<number> {
  if (!isPostgres(flags.from) && !existsSync(flags.from))
    throw new ShellError(`There is no file ${safeLine(flags.from)}. Nothing was copied.`, exitCode.failed);
  const unmake = makesNothingYet(shell, flags.to);
  let isKept = false;
  try {
    const work = async (from: Center) => {
      // Files that are deleted in the source from now on belong to the copy.
      const release = await from.context.files.hold();
      const copying = withCenter(shell, flags.to, async to => {
        await copyRows(shell, from, to, flags);
        isKept = true;
        return copyAttachments(shell, from, to);
      });
      return copying.finally(release);
    };
    return await withCenter(shell, flags.from, work, { orReadOnly: !flags.move });
  } finally {
    if (!isKept) unmake();
  }
}

/** Returns a function that removes the target's new files, if they did not exist before this call. */
function makesNothingYet(shell: Shell, database: string): () => void {
  const attachments = resolve(attachmentsFolder(shell, database));
  const file = isPostgres(database) ? attachments : resolve(database);
  const isFileMade = file !== attachments && !existsSync(file);
  const made = [
    ...(isFileMade ? SQLITE_FILE_ENDINGS.map(part => `${file}${part}`) : []),
    ...(existsSync(attachments) ? [] : [attachments]),
  ];
  const folders = [file, attachments].flatMap(missingFolders);
  return () => {
    for (const path of made) rmSync(path, { recursive: true, force: true });
    for (const folder of folders) removeEmpty(folder);
  };
}

/** The folders of a path that are not there yet, the deepest first. */
function missingFolders(path: string): readonly string[] {
  const folder = dirname(path);
  return existsSync(folder) ? [] : [folder, ...missingFolders(folder)];
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another program has put something there, or it was never made.
  }
}

async function copyRows(shell: Shell, from: Center, to: Center, { move }: CopyFlags): Promise<void> {
  const { copyStore } = await import('../../center/database/copy/store.ts');
  const progress = createProgress(shell.stderr, 'Copying the help center', 'rows', () => performance.now());
  const copying = copyStore(from.context.store, to.context.store, {
    isMove: move === true,
    onRows: async (done, total) => progress.at(done, done / total),
  });
  const tables = await orSentence(copying).finally(progress.end);
  for (const { table, rows, hash } of tables)
    shell.stdout.write(`${table.padEnd(22)}${grouped(rows).padStart(12)} rows  sha256 ${hash.slice(0, 16)}\n`);
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  shell.stdout.write(
    `${tables.length} tables with ${grouped(all)} rows were copied; counts and hashes are the same on both sides.\n`,
  );
}

/** Names the folder of the files: on another machine, the help center needs them there. */
async function copyAttachments(shell: Shell, from: Center, to: Center): Promise<number> {
  const { copyFiles } = await import('../../center/database/copy/files.ts');
  const { files, copied, lost } = await to.read(({ db }) => copyFiles(db, from.context.files, to.context.files));
  const there = files - copied - lost.length;
  shell.stdout.write(
    `${grouped(files)} attachment files belong to it: ${grouped(copied)} were copied to ${to.context.files.place()}, ` +
      `${grouped(there)} lie there already.\n`,
  );
  for (const { id, name, hash } of lost)
    shell.stderr.write(
      `missing: attachment ${id}, ${safeLine(name)}: ${hash} in ${from.context.files.place()} is not there or damaged\n`,
    );
  return lost.length > 0 ? exitCode.failed : exitCode.done;
}
