import { parentPort } from 'node:worker_threads';
import { type Mail, parseMail } from './mime/parse-mail.ts';
import { unquoteFrom } from './sources/mbox.ts';

/** A mail to take apart, as it is posted to this thread. */
export interface ReadingTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it comes from an mbox, which may put `>` before lines that begin with `From `. */
  readonly isQuoted: boolean;
  readonly fileTime: number | undefined;
  readonly now: number;
}

/** The thread's answer: files as plain bytes, whose memory is transferred. */
export type ReadingAnswer = Omit<Mail, 'files'> & { readonly files: readonly MovedFile[] };

interface MovedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly isInline: boolean;
}

function read({ bytes, isQuoted, fileTime, now }: ReadingTask): ReadingAnswer {
  const mail = Buffer.from(bytes.buffer);
  const { files, ...rest } = parseMail(isQuoted ? unquoteFrom(mail) : mail, { now, fileTime });
  return { ...rest, files: files.map(file => ({ ...file, content: new Uint8Array(file.content) })) };
}

parentPort?.on('message', (task: ReadingTask) => {
  const answer = read(task);
  const moved = answer.files.map(({ content }) => content.buffer);
  parentPort?.postMessage(answer, moved);
});
