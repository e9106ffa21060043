import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { threadFile } from '../../center/database/thread-file.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';
import type { MailNews, MailTask } from './mail-thread.ts';

/** Receives messages for the agent; `isNews`: it is not a fault. */
export type TellMail = (line: SafeText, isNews?: boolean) => void;

/** Mail that comes into the help center of the desk. */
export interface MailThread {
  /** Begins to take mail. */
  start(tell: TellMail): Promise<void>;
  /** Ends it; uncommitted mail is delivered again. */
  close(): Promise<void>;
}

/** How long the end of the desk waits for mails in progress, in milliseconds. */
const DRAIN_MS = 1_000;

/** Takes mail in a thread with its own connections to the database: a key waits for no mail. */
export function createMailThread(task: MailTask): MailThread {
  let thread: Worker | undefined;
  return {
    start: async tell => {
      const { Worker } = await import('node:worker_threads');
      thread = new Worker(threadFile('mail-thread', import.meta.url), { name: 'mail', workerData: task });
      thread.on('message', ({ line, isNews }: MailNews) => tell(safeLine(line), isNews));
      thread.on('error', error => tell(safeLine(`Mail has stopped until the next start: ${error.message}`)));
    },
    close: async () => {
      if (!thread) return;
      const ended = new Promise(resolve => thread?.once('exit', resolve));
      thread.postMessage('stop');
      await Promise.race([ended, sleep(DRAIN_MS)]);
      await thread.terminate();
    },
  };
}
