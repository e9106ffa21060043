import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { KeyRecords, Signatures } from './dkim/check.ts';
import { sift, type ToCheck, toCheck } from './dkim/sift.ts';
import type { MailFile } from './mime/body.ts';
import { type Mail, parseMail } from './mime/parse-mail.ts';
import { collectGarbage, isLarge, release, unpackedSize } from './release.ts';
import { unquoteFrom } from './sources/mbox.ts';

/** A mail, as it is posted to this thread. */
interface PostedMail {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether they are compressed (gzip). */
  readonly isPacked: boolean;
}

/** A mail to take apart. */
export interface ReadingTask extends PostedMail {
  /** Whether it comes from an mbox, which may put `>` before lines that begin with `From `. */
  readonly isQuoted: boolean;
  /** Whether its signatures will be checked. */
  readonly isLive: boolean;
  readonly fileTime: number | undefined;
  readonly now: number;
}

/** A mail whose signatures are to be checked with these keys. `at`: when it arrived, in milliseconds. */
export interface CheckingTask extends PostedMail {
  readonly keys: KeyRecords;
  readonly at: number;
}

/** The thread's answer: files as plain bytes, whose memory is transferred. */
export type ReadingAnswer = Omit<Mail, 'files'> & { readonly files: readonly MovedFile[]; readonly toCheck?: ToCheck };

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

function bytesOf({ bytes, isPacked }: PostedMail): Buffer {
  return isPacked ? unpack(bytes) : Buffer.from(bytes.buffer);
}

async function read(task: ReadingTask): Promise<ReadingAnswer> {
  const { isQuoted, isLive, fileTime, now } = task;
  const mail = bytesOf(task);
  const hasGarbage = isLarge(mail.length);
  const unquoted = isQuoted ? unquoteFrom(mail) : mail;
  const { files, ...rest } = parseMail(unquoted, { now, fileTime });
  const moved = files.map(file => ({ ...file, content: ownBytes(file.content, unquoted) }));
  const signed = isLive ? { toCheck: toCheck(await sift(mail)) } : {};
  release(unquoted);
  // The pages of a thread that ends stay in memory for the next one, full or empty.
  if (hasGarbage) await collectGarbage();
  return { ...rest, files: moved, ...signed };
}

async function check(task: CheckingTask): Promise<Signatures> {
  // It brings the verifier.
  const { checkSignatures } = await import('./dkim/check.ts');
  const mail = bytesOf(task);
  const found = await checkSignatures(mail, task.keys, task.at);
  release(mail);
  return found;
}

async function work(task: ReadingTask | CheckingTask): Promise<void> {
  if ('keys' in task) return parentPort?.postMessage(await check(task));
  const answer = await read(task);
  parentPort?.postMessage(answer, [...new Set(answer.files.map(({ content }) => content.buffer))]);
}

/** Does one task after another, so that answers come in their order. A failure ends the thread. */
function workInOrder(): (task: ReadingTask | CheckingTask) => void {
  let last: Promise<void> = Promise.resolve();
  return task => {
    last = last.then(() => work(task));
  };
}

parentPort?.on('message', workInOrder());
