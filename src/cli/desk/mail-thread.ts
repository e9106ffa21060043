import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../text/message-of.ts';
import { safeLine } from '../../text/safe.ts';
import { startMail } from '../mail.ts';
import { openCenter } from '../open-center.ts';
import type { MailTold } from '../settings/table.ts';
import { trustAuthorities } from '../settings/trust-authorities.ts';
import type { Shell } from '../shell.ts';

/** The help center that mail comes into, and from where. */
export interface MailTask {
  readonly mail: MailTold;
  readonly database: string;
  /** The settings file's section about the center. */
  readonly told: Shell['center'];
  /** The file with further authorities. */
  readonly caFile: string | undefined;
  /** The cache of the thread's connections to the database, in MiB. */
  readonly memoryMiB: number;
}

/** The thread's messages: a line for the agent; `isNews`: nothing is wrong. */
export type MailNews = { readonly line: string; readonly isNews: boolean };

/** The desk reads the outcome of each sent mail: no key waits for it. */
const SENDING_PAUSE_MS = 5;

function postLine(line: string, isNews = false): void {
  parentPort?.postMessage({ line: safeLine(line), isNews } satisfies MailNews);
}

async function run({ mail, database, told, caFile, memoryMiB }: MailTask): Promise<void> {
  if (caFile !== undefined) await trustAuthorities(caFile);
  const shell = { environment: process.env, now: Date.now, center: told, mail };
  const center = await openCenter(shell, database, { settings: { memoryMiB } });
  const taken = await startMail(mail, { center, database, log: postLine, pauseMs: SENDING_PAUSE_MS });
  const stop = async (): Promise<void> => {
    await taken?.close();
    await center.close();
    // The thread ends when nothing is left to do.
    parentPort?.close();
  };
  parentPort?.once('message', () => void stop());
}

run(workerData as MailTask).catch((error: unknown) => postLine(`No mail flows: ${messageOf(error)}`));
