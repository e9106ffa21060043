import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { MailFile } from './mime/body.ts';
import { type Mail, parseMail } from './mime/parse-mail.ts';
import { release, unpackedSize } from './release.ts';
import { unquoteFrom } from './sources/mbox.ts';

/** A mail to take apart, as it is posted to this thread. */
export interface ReadingTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether they are compressed (gzip). */
  readonly isPacked: boolean;
  /** Whether it comes from an mbox, which may put `>` before lines that begin with `From `. */
  readonly isQuoted: boolean;
  readonly fileTime: number | undefined;
  readonly now: number;
}

/** The thread's answer: files as plain bytes, whose memory is transferred. */
export type ReadingAnswer = Omit<Mail, 'files'> & { readonly files: readonly MovedFile[] };

interface MovedFile extends Omit<MailFile, 'content'> {
  readonly content: Uint8Array<ArrayBuffer>;
}

/** What gunzip takes at least, in bytes. */
const LEAST_PIECE = 64;

/** One piece of the size that is needed is not copied once more. */
function unpack(packed: Uint8Array<ArrayBuffer>): Buffer {
  const bytes = gunzipSync(packed, { chunkSize: Math.max(LEAST_PIECE, unpackedSize(packed) + 1) });
  release(packed);
  return bytes;
}

/** The bytes of a file with memory of their own, which can be moved to the other thread. */
function ownBytes(content: Buffer, mail: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = content;
  const isOwn = buffer instanceof ArrayBuffer && buffer !== mail.buffer && buffer.byteLength === byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(content);
}

function read({ bytes, isPacked, isQuoted, fileTime, now }: ReadingTask): ReadingAnswer {
  const mail = isPacked ? unpack(bytes) : Buffer.from(bytes.buffer);
  const unquoted = isQuoted ? unquoteFrom(mail) : mail;
  const { files, ...rest } = parseMail(unquoted, { now, fileTime });
  const moved = files.map(file => ({ ...file, content: ownBytes(file.content, unquoted) }));
  release(unquoted);
  return { ...rest, files: moved };
}

parentPort?.on('message', (task: ReadingTask) => {
  const answer = read(task);
  const moved = [...new Set(answer.files.map(({ content }) => content.buffer))];
  parentPort?.postMessage(answer, moved);
});
