import type { Dirent, Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detect } from './detect.ts';
import { splitMbox, unquoteFrom } from './mbox.ts';

/** A mail that was found. `raw` is what stands in the file, `bytes` the mail itself (an mbox quotes `From `). */
export interface FoundMail {
  readonly source: string;
  readonly raw: Buffer;
  readonly bytes: Buffer;
  readonly fileTime: number | undefined;
}

/** What was looked at and cannot be imported, and why, in words for a person. */
export interface SetAside {
  readonly source: string;
  readonly reason: string;
  readonly raw?: Buffer;
}

/** A file to read, with its size in bytes for the progress line. */
export interface SourceFile {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** One mail may be this long; longer ones are set aside. */
const maxMailBytes = 50 * 1_024 * 1_024;
const chunkBytes = 1_024 * 1_024;
const headBytes = 64 * 1_024;

const failure = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'There is no such file or folder.';
  if (code === 'EACCES' || code === 'EPERM') return 'It may not be read: ask its owner for access.';
  return `It could not be read: ${error instanceof Error ? error.message : String(error)}.`;
};

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

/** In a Maildir only `new` and `cur` hold mail, and its sub-folders begin with a dot; elsewhere dots hide. */
const childrenOf = async (folder: string): Promise<{ paths: string[]; links: string[] }> => {
  const entries = (await readdir(folder, { withFileTypes: true })).sort(byName);
  const isMaildir = ['cur', 'new'].every(name => entries.some(each => each.name === name && each.isDirectory()));
  const wanted = entries.filter(each =>
    isMaildir
      ? each.isDirectory() && (/^(?:cur|new)$/.test(each.name) || each.name.startsWith('.'))
      : !each.name.startsWith('.'),
  );
  const isLink = (each: Dirent) => each.isSymbolicLink();
  return {
    paths: wanted.filter(each => !isLink(each)).map(each => join(folder, each.name)),
    links: wanted.filter(isLink).map(each => join(folder, each.name)),
  };
};

/** Finds the files under `path`: itself, a Maildir's, or a folder's with its sub-folders, in order of their names. */
export async function* filesUnder(path: string): AsyncGenerator<SourceFile | SetAside> {
  let found: Stats;
  try {
    found = await stat(path);
    if (!found.isDirectory()) {
      if (found.isFile()) yield { path, size: found.size, modified: found.mtimeMs };
      else yield { source: path, reason: 'It is neither a file nor a folder.' };
      return;
    }
    const { paths, links } = await childrenOf(path);
    for (const link of links) yield { source: link, reason: 'It is a link. Import what it points to by its own path.' };
    for (const each of paths) yield* filesUnder(each);
  } catch (error) {
    yield { source: path, reason: failure(error) };
  }
}

async function* chunksOf(path: string, skip: number, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    for (let at = skip; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      onBytes(bytesRead);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const tooLong = 'The mail is longer than 50 MiB.';

async function* mailsOfMbox(
  path: string,
  skip: number,
  onBytes: (count: number) => void,
): AsyncGenerator<FoundMail | SetAside> {
  let number = 0;
  for await (const mail of splitMbox(chunksOf(path, skip, onBytes), maxMailBytes)) {
    number += 1;
    const source = `${path}, mail ${number}`;
    if (mail.isTooLong) yield { source, reason: tooLong };
    else if (mail.bytes.length === 0) yield { source, reason: 'The mail is empty.' };
    else yield { source, raw: mail.bytes, bytes: unquoteFrom(mail.bytes), fileTime: mail.fileTime };
  }
}

/**
 * Reads the mails of one file, whatever its name: what it holds is told from its content. `onBytes` hears how many
 * bytes were read. A file that fails while it is read ends with a reason; the mails before it stand.
 */
export async function* mailsIn(
  file: SourceFile,
  onBytes: (count: number) => void,
): AsyncGenerator<FoundMail | SetAside> {
  const { path, size, modified } = file;
  try {
    const found = detect(await headOf(path));
    if ('reason' in found) yield { source: path, reason: found.reason };
    else if (found.format === 'mbox') yield* mailsOfMbox(path, found.skip, onBytes);
    else if (size > maxMailBytes) yield { source: path, reason: tooLong };
    else {
      const chunks: Buffer[] = [];
      for await (const chunk of chunksOf(path, found.skip, onBytes)) chunks.push(chunk);
      const raw = Buffer.concat(chunks);
      yield { source: path, raw, bytes: raw, fileTime: modified };
    }
  } catch (error) {
    yield { source: path, reason: failure(error) };
  }
}
