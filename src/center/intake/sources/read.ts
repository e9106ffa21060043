import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ArchiveMark } from '../mime/archive-mark.ts';
import { workAhead } from './ahead.ts';
import { isBesideMail } from './beside-mail.ts';
import { Chunks, GrowsTooMuch, isGzip, MAX_MAIL_BYTES, skipBytes, sourceBytes, unpacked } from './bytes.ts';
import { type DetectedFile, detect } from './detect.ts';
import { failure, type SetAside, type SourceFile } from './find.ts';
import { type Mailbox, splitMbox } from './mbox.ts';
import { marksOfEmlx, marksOfFlags, marksOfFolder } from './place-mark.ts';

/** A mail that was found. `raw` are its bytes in the file. */
export interface FoundMail {
  readonly source: string;
  readonly raw: Buffer;
  /** Whether its lines that begin with `From ` may have a `>` before them, as in an mbox. */
  readonly isQuoted: boolean;
  readonly fileTime: number | undefined;
  /** The marks by its place in an archive. */
  readonly marks?: readonly ArchiveMark[];
}

/** A file in a folder without mail that is not worth mentioning: it is empty, hidden, or ignored by `isBesideMail`. */
export interface PassedOver {
  readonly passedOver: string;
}

/** Enough to recognise nearly every file; only files that do not look like mail are read further. */
const SMALL_HEAD_BYTES = 64 * 1_024;
const MAX_HEAD_BYTES = 1_024 * 1_024;
/** The property list after the mail in an `.emlx` file is shorter. */
const MAX_PROPERTIES_BYTES = 64 * 1_024;
/** The number of files begun ahead of the current one. */
const HEADS_AHEAD = 8;

const tooLong = 'The mail is longer than 50 MiB.';
const growsTooMuch =
  'It grows to more than 100 times its size. The mails before that were read. Add --any-size to read all of it.';
const cutOff =
  'It begins in the middle of a mail whose beginning is missing. That mail was left out; the ones after it were read.';

/**
 * The first bytes of a file up to a limit; one more than its size, so that a file that has grown is noticed. A stream has
 * none before it is read.
 */
async function headOf({ path, size, stream }: SourceFile): Promise<Buffer> {
  if (stream) return Buffer.alloc(0);
  const file = await open(path, 'r');
  try {
    const most = Math.min(size + 1, SMALL_HEAD_BYTES);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The beginning of each file, read a few files ahead, for `mailsIn`. */
export function withHeads(files: readonly SourceFile[]) {
  return workAhead(files, HEADS_AHEAD, headOf);
}

async function* mailsOfMailbox(
  { path, marks = [] }: SourceFile,
  chunks: Chunks,
  { skip, lineEnd, isCut }: DetectedFile,
  kind: Mailbox,
): AsyncGenerator<FoundMail | SetAside> {
  if (isCut) yield { source: String(path), reason: cutOff };
  const ownMarks = [...marks, ...marksOfFolder(basename(String(path)))];
  let number = 0;
  for await (const mail of splitMbox(skipBytes(skip, chunks), MAX_MAIL_BYTES, lineEnd, kind)) {
    // A line of MMDF ends a mail, and the next one begins another.
    if (kind === 'mmdf' && mail.bytes.length === 0 && !mail.isTooLong) continue;
    number += 1;
    const source = `${path}, mail ${number}`;
    if (mail.isTooLong) yield { source, reason: tooLong, isMail: true };
    else if (mail.bytes.length === 0) yield { source, reason: 'The mail is empty.', isMail: true };
    else yield { source, raw: mail.bytes, isQuoted: kind !== 'listserv', fileTime: mail.fileTime, marks: ownMarks };
  }
}

async function mailOf(
  { path, modified, marks = [] }: SourceFile,
  chunks: Chunks,
  { skip, length }: DetectedFile,
): Promise<FoundMail | SetAside> {
  const source = String(path);
  const whole = await chunks.whole(MAX_MAIL_BYTES);
  const end = length === undefined ? whole.length : Math.min(skip + length, whole.length);
  if (end > MAX_MAIL_BYTES) return { source, reason: tooLong, isMail: true };
  const ownMarks = [
    ...marks,
    ...marksOfFlags(source),
    ...marksOfEmlx(whole.toString('latin1', end, end + MAX_PROPERTIES_BYTES)),
  ];
  return { source, raw: whole.subarray(skip, end), isQuoted: false, fileTime: modified, marks: ownMarks };
}

async function recognise(chunks: Chunks): Promise<ReturnType<typeof detect>> {
  const head = await chunks.head(SMALL_HEAD_BYTES);
  const first = detect(head);
  if (!('reason' in first) || head.length < SMALL_HEAD_BYTES) return first;
  return detect(await chunks.head(MAX_HEAD_BYTES));
}

async function* mailsOf(file: SourceFile, chunks: Chunks): AsyncGenerator<FoundMail | SetAside | PassedOver> {
  const source = String(file.path);
  const found = await recognise(chunks);
  if (!('reason' in found)) {
    if (found.format === 'mail') yield await mailOf(file, chunks, found);
    else yield* mailsOfMailbox(file, chunks, found, found.format);
  } else if (file.isWithin && (file.isHidden || (await chunks.head(1)).length === 0 || isBesideMail(source))) {
    yield { passedOver: source };
  } else yield { source, reason: found.reason };
}

/**
 * Reads the mails of one file, recognised by its content alone. `onBytes` receives the number of bytes read; `begun` is
 * its beginning; `signal` ends the wait for a stream; `mayGrow` is asked before a compressed file grows far beyond its
 * size. If reading fails, a reason comes last; the mails before it stay.
 */
export async function* mailsIn(
  file: SourceFile,
  onBytes: (count: number) => void,
  begun: Promise<Buffer> = headOf(file),
  signal?: AbortSignal,
  mayGrow: (source: string) => Promise<boolean> = async () => false,
): AsyncGenerator<FoundMail | SetAside | PassedOver> {
  const source = String(file.path);
  const opened: Chunks[] = [];
  try {
    const packed = sourceBytes(file, await begun, onBytes, signal);
    opened.push(packed);
    const chunks = isGzip(await packed.head(2))
      ? new Chunks(unpacked(packed, file.size, () => mayGrow(source)))
      : packed;
    opened.unshift(chunks);
    yield* mailsOf(file, chunks);
  } catch (error) {
    yield { source, reason: error instanceof GrowsTooMuch ? growsTooMuch : failure(error) };
  } finally {
    for (const chunks of opened) await chunks.close();
  }
}
