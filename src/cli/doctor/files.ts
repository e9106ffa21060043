import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { byteSize } from '../../text/byte-size.ts';
import { counted } from '../../text/numbers.ts';
import { safeLine, t } from '../../text/safe.ts';
import { namesInFolder } from '../kept/names.ts';
import { ignoredFolders, paths } from '../paths.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, todo } = findingsOf('files');

/** With less room a write may fail soon. */
const LITTLE_ROOM = 200_000_000;
/** More names are of no use to a person. */
const MAX_NAMED = 3;

/** A file or a folder that belongs to the user alone. */
interface Private {
  readonly path: string;
  readonly what: string;
}

/** The file of a help center and the folder of its attachments: others' rights and owners, and whether there is room. */
export function databaseFindings(database: string, attachments: string): readonly Finding[] {
  const file = { path: database, what: 'The help center’s file' };
  // The default folder is examined as a whole.
  const isDefault = dirname(database) === dirname(paths.database());
  const parts = [database, `${database}-wal`, `${database}-shm`].map(path => ({ ...file, path }));
  const own = isDefault
    ? []
    : [...parts.flatMap(modeFindings), ...writeFindings(file), ...roomFindings(dirname(database))];
  return [...own, ...ownerFindings(attachments)];
}

/** Root may have put files there that the help center, which runs as the owner of the folder, cannot read. */
function ownerFindings(folder: string): readonly Finding[] {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  const others = namesInFolder(folder).filter(name => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found && found.uid !== owner;
  });
  if (others.length === 0) return [];
  return [
    todo(
      t`${counted(others.length, t`file`)} in ${safeLine(folder)} ${others.length === 1 ? t`is` : t`are`} of another user than the folder.`,
      t`Give them to its owner: chown -R --reference=${safeLine(folder)} ${safeLine(folder)}`,
    ),
  ];
}

/** The folders of the state and of the embedded help center, with their contents, and these further files. */
export function fileFindings(environment: NodeJS.ProcessEnv, others: readonly Private[]): readonly Finding[] {
  const folders = [
    { path: paths.state(), what: 'The folder of drafts and cache' },
    { path: dirname(paths.database()), what: 'The folder of the embedded help center' },
  ];
  return [...ignored(environment), ...folders.flatMap(folderFindings), ...others.flatMap(modeFindings)];
}

function ignored(environment: NodeJS.ProcessEnv): readonly Finding[] {
  return ignoredFolders(environment).map(one =>
    todo(
      t`${safeLine(one)} is not an absolute path, so it counts as not set.`,
      t`Let it begin with /, or do not set it.`,
    ),
  );
}

function folderFindings(folder: Private): readonly Finding[] {
  const { path, what } = folder;
  if (!existsSync(path)) return [good(t`${safeLine(`${what} ${path}`)} is not there yet.`)];
  const trouble = [...modeFindings(folder), ...openFiles(path), ...writeFindings(folder), ...roomFindings(path)];
  return trouble.length > 0 ? trouble : [good(t`${safeLine(`${what} ${path}`)} is yours alone and can be written.`)];
}

function modeFindings({ path, what }: Private): readonly Finding[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return [];
  const mode = found.isDirectory() ? '700' : '600';
  return [
    todo(t`Others can read ${safeLine(`${what[0]!.toLowerCase()}${what.slice(1)} ${path}`)}.`, closing(mode, [path])),
  ];
}

function closing(mode: string, files: readonly string[]) {
  return t`Close it with: chmod ${safeLine(`${mode} ${files.join(' ')}`)}`;
}

/** Files directly in the folder that others can read. */
function openFiles(folder: string): readonly Finding[] {
  const open = namesInFolder(folder)
    .map(name => join(folder, name))
    .filter(path => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() && (found.mode & 0o077) !== 0;
    });
  if (open.length === 0) return [];
  return [
    todo(
      t`Others can read ${counted(open.length, t`file`)} in ${safeLine(folder)}.`,
      closing('600', open.slice(0, MAX_NAMED)),
    ),
  ];
}

function writeFindings({ path, what }: Private): readonly Finding[] {
  const isFolder = statSync(path).isDirectory();
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0));
    return [];
  } catch {
    return [
      todo(
        t`${safeLine(`${what} ${path}`)} cannot be written.`,
        t`Ask for the right to write it, or choose another place with ${isFolder ? t`XDG_STATE_HOME and XDG_DATA_HOME` : t`--database`}.`,
      ),
    ];
  }
}

function roomFindings(path: string): readonly Finding[] {
  const { bavail, bsize } = statfsSync(path);
  const bytes = bavail * bsize;
  if (bytes >= LITTLE_ROOM) return [];
  return [
    todo(t`Only ${byteSize(bytes)} are free where ${safeLine(path)} is.`, t`Make room: a full disk keeps nothing.`),
  ];
}
