import { isUtf8 } from 'node:buffer';
import type { Dirent, Stats } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ahead } from './ahead.ts';
import { isBesideMail } from './beside-mail.ts';
import { type Detected, detect } from './detect.ts';
import { splitMbox } from './mbox.ts';

/** A mail that was found. `raw` are its bytes in the file. */
export interface FoundMail {
  readonly source: string;
  readonly raw: Buffer;
  /** Whether its lines that begin with `From ` may have a `>` before them, as in an mbox. */
  readonly isQuoted: boolean;
  readonly fileTime: number | undefined;
}

/** Something that cannot be imported, and the reason, for a person. */
export interface SetAside {
  readonly source: string;
  readonly reason: string;
  readonly raw?: Buffer;
  /** It is a mail nevertheless; if false, it is a file or a folder. */
  readonly isMail?: true;
}

/** A file in a folder without mail that is not worth mentioning: it is empty, or ignored by `isBesideMail`. */
export interface PassedOver {
  readonly passedOver: string;
}

/** A path in the system's form: bytes if it is not UTF-8, as in old mailboxes. */
type Path = string | Buffer;

/** A file to read, with its size in bytes for the progress line. */
export interface SourceFile {
  readonly path: Path;
  readonly size: number;
  readonly modified: number;
  /** It was found in a given folder; if false, the file itself was given. */
  readonly isWithin?: true;
}

/** The longest mail; longer ones are set aside. */
const MAX_MAIL_BYTES = 50 * 1_024 * 1_024;
const CHUNK_BYTES = 1_024 * 1_024;
/** Enough to recognise nearly every file; only files that do not look like mail are read further. */
const SMALL_HEAD_BYTES = 64 * 1_024;
const MAX_HEAD_BYTES = 1_024 * 1_024;
/** The number of folder entries looked at, and of files begun, ahead of the current one. */
const STATS_AHEAD = 32;
const HEADS_AHEAD = 8;
function failure(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'There is no such file or folder.';
  if (code === 'EACCES' || code === 'EPERM') return 'You may not read it: ask its owner for access.';
  return `It could not be read: ${error instanceof Error ? error.message : String(error)}.`;
}

function byName(a: Dirent<Buffer>, b: Dirent<Buffer>): number {
  return Buffer.compare(a.name, b.name);
}

function within(folder: Path, name: Buffer): Path {
  return typeof folder === 'string' && isUtf8(name)
    ? join(folder, name.toString())
    : Buffer.concat([Buffer.from(folder as string), Buffer.from('/'), name]);
}

/** In a Maildir only `new` and `cur` contain mail, and its sub-folders begin with a dot; elsewhere a dot hides. */
async function childrenOf(folder: Path): Promise<{ paths: Path[]; links: Path[] }> {
  const entries = (await readdir(folder, { withFileTypes: true, encoding: 'buffer' })).sort(byName);
  const named = (each: Dirent<Buffer>, name: string) => each.isDirectory() && each.name.equals(Buffer.from(name));
  const isMaildir = ['cur', 'new'].every(name => entries.some(each => named(each, name)));
  const isHidden = (each: Dirent<Buffer>) => each.name[0] === 46;
  const wanted = entries.filter(each =>
    isMaildir ? named(each, 'cur') || named(each, 'new') || (each.isDirectory() && isHidden(each)) : !isHidden(each),
  );
  const isLink = (each: Dirent<Buffer>) => each.isSymbolicLink();
  return {
    paths: wanted.filter(each => !isLink(each)).map(each => within(folder, each.name)),
    links: wanted.filter(isLink).map(each => within(folder, each.name)),
  };
}

const ownData = 'The help center keeps its own data there. Import mail from another place.';

/**
 * Finds the files under `path`: the file itself, a Maildir's, or a folder's with its sub-folders, in order of their
 * names. The real paths in `own` are not mail: they are skipped in a folder, and set aside if given as the path itself.
 */
export async function* filesUnder(path: Path, own: ReadonlySet<string>): AsyncGenerator<SourceFile | SetAside> {
  const real = typeof path === 'string' ? await realpath(path).catch(() => undefined) : undefined;
  if (real !== undefined && own.has(real)) yield { source: String(path), reason: ownData };
  else yield* under(path, real, own);
}

async function* under(
  path: Path,
  real: string | undefined,
  own: ReadonlySet<string>,
  isWithin?: true,
  stats: Promise<Stats> = stat(path),
): AsyncGenerator<SourceFile | SetAside> {
  try {
    const found = await stats;
    if (!found.isDirectory()) {
      const modified = Math.trunc(found.mtimeMs);
      if (found.isFile()) yield { path, size: found.size, modified, ...(isWithin ? { isWithin } : {}) };
      else yield { source: String(path), reason: 'It is neither a file nor a folder.' };
      return;
    }
    const { paths, links } = await childrenOf(path);
    for (const link of links) {
      yield { source: String(link), reason: 'It is a link. Import what it points to by its own path.' };
    }
    for (const [each, statsOfEach] of ahead(paths, STATS_AHEAD, one => stat(one))) {
      // No link was followed below `path`, so a real path there extends its real path.
      const realOne = typeof each === 'string' && real !== undefined ? join(real, basename(each)) : undefined;
      if (realOne === undefined || !own.has(realOne)) yield* under(each, realOne, own, true, statsOfEach);
    }
  } catch (error) {
    yield { source: String(path), reason: failure(error) };
  }
}

async function* chunksOf(path: Path, skip: number, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    // For each small file, a buffer as large as for mailboxes would keep the garbage collector busy.
    const most = Math.min(CHUNK_BYTES, (await file.stat()).size + 1);
    for (let at = skip; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(most), 0, most, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      onBytes(bytesRead);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** A mail in its own file; the beginning already read is not read again. */
async function wholeOf(
  { path, size }: SourceFile,
  head: Buffer,
  skip: number,
  onBytes: (count: number) => void,
): Promise<Buffer> {
  if (head.length === size) {
    onBytes(size - skip);
    return head.subarray(skip);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(path, skip, onBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The first bytes of a file up to a limit; one more than its size, so that a file that has grown is noticed. */
async function headOf({ path, size }: SourceFile, limit: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const most = Math.min(size + 1, limit);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const tooLong = 'The mail is longer than 50 MiB.';
const cutOff =
  'It begins in the middle of a mail whose beginning is missing. That mail was left out; the ones after it were read.';

async function* mailsOfMbox(
  path: Path,
  { skip, lineEnd }: Detected,
  onBytes: (count: number) => void,
): AsyncGenerator<FoundMail | SetAside> {
  let number = 0;
  for await (const mail of splitMbox(chunksOf(path, skip, onBytes), MAX_MAIL_BYTES, lineEnd)) {
    number += 1;
    const source = `${path}, mail ${number}`;
    if (mail.isTooLong) yield { source, reason: tooLong, isMail: true };
    else if (mail.bytes.length === 0) yield { source, reason: 'The mail is empty.', isMail: true };
    else yield { source, raw: mail.bytes, isQuoted: true, fileTime: mail.fileTime };
  }
}

/** The beginning of each file, read a few files ahead, for `mailsIn`. */
export function withHeads(files: readonly SourceFile[]) {
  return ahead(files, HEADS_AHEAD, file => headOf(file, SMALL_HEAD_BYTES));
}

/**
 * Reads the mails of one file, recognised by its content, whatever its name. `onBytes` receives the number of bytes
 * read; `begun` is its beginning. If reading fails, a reason comes last; the mails before it stay.
 */
export async function* mailsIn(
  file: SourceFile,
  onBytes: (count: number) => void,
  begun: Promise<Buffer> = headOf(file, SMALL_HEAD_BYTES),
): AsyncGenerator<FoundMail | SetAside | PassedOver> {
  const { path, size, modified, isWithin } = file;
  const source = String(path);
  try {
    const head = await begun;
    const first = detect(head);
    const found = 'reason' in first && head.length < size ? detect(await headOf(file, MAX_HEAD_BYTES)) : first;
    if ('reason' in found) {
      if (isWithin && (size === 0 || isBesideMail(source))) yield { passedOver: source };
      else yield { source, reason: found.reason };
    } else if (found.format === 'mbox') {
      if (found.isCut) yield { source, reason: cutOff };
      yield* mailsOfMbox(path, found, onBytes);
    } else if (size > MAX_MAIL_BYTES) yield { source, reason: tooLong, isMail: true };
    else yield { source, raw: await wholeOf(file, head, found.skip, onBytes), isQuoted: false, fileTime: modified };
  } catch (error) {
    yield { source, reason: failure(error) };
  }
}
