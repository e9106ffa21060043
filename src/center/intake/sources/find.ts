import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { messageOf } from '../../../text/message-of.ts';
import type { ArchiveMark } from '../mime/archive-mark.ts';
import { workAhead } from './ahead.ts';
import { marksOfFolder } from './place-mark.ts';

/** Something that cannot be imported, and the reason, for a person. */
export interface SetAside {
  readonly source: string;
  readonly reason: string;
  readonly raw?: Buffer;
  /** It is a mail nevertheless; if false, it is a file or a folder. */
  readonly isMail?: true;
}

/** A path in the system's form: bytes if it is not UTF-8, as in old mailboxes. */
type Path = string | Buffer;

/** A file to read, with its size in bytes for the progress line. */
export interface SourceFile {
  readonly path: Path;
  /** 0 for a stream, whose end is not known. */
  readonly size: number;
  readonly modified: number;
  /** It was found in a given folder; if false, the file itself was given. */
  readonly isWithin?: true;
  /** Its name, or that of a folder above it which is not a Maildir, begins with a dot. */
  readonly isHidden?: true;
  /** The marks by the names of its folders. */
  readonly marks?: readonly ArchiveMark[];
  /** It can be read only once, from its beginning: a named pipe, or standard input. */
  readonly stream?: 'pipe' | Readable;
}

/** The folders of a Maildir that contain its mail, and the one of mail that is being delivered. */
const MAIL_OF_MAILDIR: ReadonlySet<string> = new Set(['cur', 'new']);
const DELIVERY_OF_MAILDIR = 'tmp';

/** The number of folder entries looked at ahead of the current one. */
const STATS_AHEAD = 32;

/** Why something cannot be read, for a person. */
export function failure(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'There is no such file or folder.';
  if (code?.startsWith('Z_')) return 'Its end is missing or damaged. The mails before that were read.';
  if (code === 'EACCES' || code === 'EPERM') return 'You may not read it: ask its owner for access.';
  return `It could not be read: ${messageOf(error)}.`;
}

function within(folder: Path, name: Buffer): Path {
  return typeof folder === 'string' && isUtf8(name)
    ? join(folder, name.toString())
    : Buffer.concat([Buffer.from(folder as string), Buffer.from('/'), name]);
}

const ownData = 'The help center keeps its own data there. Import mail from another place.';

const beingDelivered =
  'Its mail was still being delivered when the mail server stopped, and was left out. Import it by its own path.';

/** The given path that stands for standard input. */
const STDIN = '-';

/**
 * Finds the files under `path`: the file itself, or all of a folder and its sub-folders, in order of their names; `-` is `stdin`, if there is one. The real paths in `own` are not mail: they are skipped in a folder, and set
 * aside if given as the path itself.
 */
export async function* filesUnder(
  path: Path,
  own: ReadonlySet<string>,
  stdin?: Readable,
): AsyncGenerator<SourceFile | SetAside> {
  if (path === STDIN && stdin) {
    yield { path: 'standard input', size: 0, modified: Date.now(), stream: stdin };
    return;
  }
  // A missing path is reported when it is opened.
  const real = typeof path === 'string' ? await realpath(path).catch(() => undefined) : undefined;
  if (real !== undefined && own.has(real)) yield { source: String(path), reason: ownData };
  else yield* under(path, { real, own, marks: [] });
}

/** The facts about a path on the way down. */
interface Way {
  readonly real: string | undefined;
  readonly own: ReadonlySet<string>;
  readonly isWithin?: true;
  readonly isHidden?: true;
  /** It is the folder of a Maildir's mail that is being delivered. */
  readonly isDelivery?: boolean;
  /** The marks by the names of the folders above it. */
  readonly marks: readonly ArchiveMark[];
}

function nameOf(path: Path): string {
  return basename(resolve(String(path)));
}

function fileOf(path: Path, found: Stats, { isWithin, isHidden, marks }: Way): SourceFile | SetAside {
  const modified = Math.trunc(found.mtimeMs);
  const known = { path, modified, marks, ...(isWithin && { isWithin }), ...(isHidden && { isHidden }) };
  if (found.isFile()) return { ...known, size: found.size };
  if (found.isSymbolicLink())
    return { source: String(path), reason: 'It is a link. Import what it points to by its own path.' };
  // In a folder, a pipe without a writer would be waited for without end.
  if (found.isFIFO() && !isWithin) return { ...known, size: 0, stream: 'pipe' };
  return { source: String(path), reason: 'It is neither a file nor a folder.' };
}

async function* under(path: Path, way: Way, stats: Promise<Stats> = stat(path)): AsyncGenerator<SourceFile | SetAside> {
  try {
    const found = await stats;
    if (!found.isDirectory()) {
      yield fileOf(path, found, way);
      return;
    }
    // Without their types: Bun cannot give both those and names in bytes.
    const names = (await readdir(path, { encoding: 'buffer' })).sort(Buffer.compare);
    if (way.isDelivery) {
      if (names.length > 0) yield { source: String(path), reason: beingDelivered };
      return;
    }
    const { real, own } = way;
    const marks = [...way.marks, ...marksOfFolder(nameOf(path))];
    const isMaildir = names.some(name => MAIL_OF_MAILDIR.has(name.toString('latin1')));
    const children = names.map(name => within(path, name));
    for (const [each, statsOfEach] of workAhead(children, STATS_AHEAD, one => lstat(one))) {
      const name = nameOf(each);
      // No link was followed below `path`, so a real path there extends its real path.
      const realOne = typeof each === 'string' && real !== undefined ? join(real, name) : undefined;
      if (realOne !== undefined && own.has(realOne)) continue;
      const isHidden = name.startsWith('.') || (way.isHidden && !isMaildir);
      const isDelivery = isMaildir && name === DELIVERY_OF_MAILDIR;
      const below = { real: realOne, own, isWithin: true, isDelivery, marks, ...(isHidden && { isHidden }) } as const;
      yield* under(each, below, statsOfEach);
    }
  } catch (error) {
    yield { source: String(path), reason: failure(error) };
  }
}
