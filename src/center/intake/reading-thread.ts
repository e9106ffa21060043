import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { Signatures } from './dkim/check.ts';
import { createChecker, type SignatureState } from './dkim/checker.ts';
import type { FoundKeys } from './dkim/kept-keys.ts';
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
  /** When it arrived, in milliseconds, if its signatures are to be checked. */
  readonly arrivedAt: number | undefined;
  readonly fileTime: number | undefined;
  readonly now: number;
}

/** A mail whose signatures are to be checked with these keys. */
export interface CheckingTask extends PostedMail {
  readonly keys: FoundKeys;
  readonly arrivedAt: number;
}

/** The thread's answer: files as plain bytes, whose memory is transferred. */
export type ReadingAnswer = Omit<Mail, 'files'> & {
  readonly files: readonly MovedFile[];
  readonly signed?: SignatureState;
};

interface MovedFile extends Omit<MailFile, 'content'> {
  readonly content: Uint8Array<ArrayBuffer>;
}

/** The smallest output of gunzip, in bytes. */
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

const checker = createChecker();

async function read(task: ReadingTask): Promise<ReadingAnswer> {
  const { isQuoted, arrivedAt, fileTime, now } = task;
  const mail = bytesOf(task);
  const hasGarbage = isLarge(mail.length);
  const unquoted = isQuoted ? unquoteFrom(mail) : mail;
  const { files, ...rest } = parseMail(unquoted, { now, fileTime });
  const moved = files.map(file => ({ ...file, content: ownBytes(file.content, unquoted) }));
  const signed = arrivedAt === undefined ? {} : { signed: await checker.checkNow(mail, now, arrivedAt) };
  release(unquoted);
  // The pages of a thread that ends stay in memory for the next one, full or empty.
  if (hasGarbage) await collectGarbage();
  return { ...rest, files: moved, ...signed };
}

async function check(task: CheckingTask): Promise<Signatures> {
  const mail = bytesOf(task);
  const found = await checker.check(mail, task.keys, task.arrivedAt);
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
