import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ExchangedFile } from '../../../contract/exchange.ts';
import { type Files, keepContent } from '../../database/files.ts';
import { plainContentType, plainFileName } from '../../model/message/file-name.ts';
import type { StoredMailFile } from '../prepare-mail.ts';
import { MAX_MAIL_BYTES } from '../sources/bytes.ts';
import { failure } from '../sources/find.ts';
import { LineRefused } from './read-line.ts';

const CHUNK_BYTES = 1_024 * 1_024;
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

function refused(path: string, reason: string): LineRefused {
  return new LineRefused(`The file ${path}: ${reason}`);
}

/** Opens a file within the folder: no link leads out of it, and nothing but a file of an allowed size is read. */
async function openWithin(folder: string, path: string): Promise<FileHandle> {
  const [root, real] = await Promise.all([realpath(folder), realpath(join(folder, path))]).catch(error => {
    throw refused(path, failure(error));
  });
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) throw refused(path, 'It is not in the folder.');
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(error => {
    throw refused(path, failure(error));
  });
  const found = await file.stat();
  if (found.isFile() && found.size <= MAX_MAIL_BYTES) return file;
  await file.close();
  throw refused(path, found.isFile() ? `It is larger than ${MAX_MAIL_BYTES >> 20} MiB.` : 'It is not a file.');
}

/** A file that a dry run has looked at. */
const notKept = { hash: '', size: 0, keptAt: 0 };

/**
 * Copies the files of a message or a note into the help center, in their order; without `files` they are only looked at.
 * Throws `LineRefused`.
 */
export async function keepExchanged(
  files: Files | undefined,
  folder: string,
  given: readonly ExchangedFile[],
): Promise<StoredMailFile[]> {
  const kept: StoredMailFile[] = [];
  for (const { name, content_type, path, inline: isInline = false } of given) {
    const file = await openWithin(folder, path);
    try {
      const content = () => file.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES });
      const finished = files ? await keepContent(files, content()) : notKept;
      kept.push({ name: plainFileName(name), content_type: plainContentType(content_type), isInline, ...finished });
    } finally {
      await file.close();
    }
  }
  return kept;
}
