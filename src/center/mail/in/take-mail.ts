import { createMailReader } from '../../intake/mail-reader.ts';
import type { ModelCenter } from '../../model/context.ts';
import type { LeaseOwner } from '../../model/lease.ts';
import { isMailHome } from '../../model/setting.ts';
import { ratingJob } from '../automatic/rating-request.ts';
import { sendQueue } from '../out/queue.ts';
import type { RelayAccount } from '../out/relay.ts';
import { type Rest, rest as realRest } from '../rest.ts';
import { type Door, openDoor } from './accept-mail.ts';
import { createDns } from './dns.ts';
import type { Holding } from './hold.ts';
import { createDkimKeys } from './keys.ts';
import { type Lmtp, listenLmtp } from './lmtp.ts';
import { lmtpAddress } from './lmtp-address.ts';
import { watchMailbox } from './mailbox.ts';
import { eachOnce, type MailboxAccount } from './mailbox-address.ts';

/** The sources of mail, and the trusted fields. */
export interface MailSettings {
  /** The name server that is asked for the keys of signatures, `address:port`; the system's without it. */
  readonly dns?: string;
  /** Where to listen for LMTP. */
  readonly lmtp?: string;
  readonly mailboxes: readonly MailboxAccount[];
  /** The relay; absent: nothing is sent. */
  readonly relay?: RelayAccount;
}

/** The tools for taking mail. */
export interface MailOptions {
  readonly settings: MailSettings;
  readonly owner: LeaseOwner;
  /** The place of the database, so that a copy at another place is noticed. */
  readonly home: string;
  /** Receives one line in words about each thing that an operator should know; `isNews`: nothing is wrong. */
  readonly log: (line: string, isNews?: boolean) => void;
  /** Receives one line when the listener takes mail. */
  readonly onListening?: (line: string) => void;
  readonly rest?: Rest;
  /** A pause after each mail that is sent, in milliseconds. */
  readonly pauseMs?: number;
}

/** Mail that is being taken. */
export interface MailIn {
  /** Takes no more; mails in progress are committed first. */
  close(): Promise<void>;
}

/** The pause before an LMTP address that is taken is tried again, and between two looks whether a copy may go on. */
const AGAIN_MS = 10_000;

const PAUSED =
  'Mail is paused: this database is a copy, was restored from a backup, or was moved to another place or machine. No ' +
  'mail comes in here, and none goes out, until you run: frontdesk mail queue resume';

/** Waits until the database is where mail comes in; says once that it is not. */
async function untilHome(center: ModelCenter, { home, log }: MailOptions, rest: Rest, stop: AbortSignal) {
  let isTold = false;
  while (!stop.aborted) {
    // While the database cannot be written, no mail can come in anyway.
    const isHome = await center.write(work => isMailHome(work, home)).catch(() => undefined);
    if (isHome) break;
    if (isHome === false && !isTold) log(PAUSED);
    isTold ||= isHome === false;
    await rest(AGAIN_MS, stop);
  }
}

/** Listens as soon as the address is free: another process on this help center may listen there. */
async function keepListening(door: Door, at: string, { log, onListening }: MailOptions, rest: Rest, stop: AbortSignal) {
  let lmtp: Lmtp | undefined;
  let told: string | undefined;
  while (!stop.aborted && !lmtp) {
    try {
      lmtp = await listenLmtp(door, lmtpAddress(at)!);
      onListening?.(`Mail is taken by LMTP at ${lmtp.at}.`);
    } catch (error) {
      const { message } = error as Error;
      if (told !== message) log(`No mail comes by LMTP yet: ${message} It is tried again.`);
      told = message;
      await rest(AGAIN_MS, stop);
    }
  }
  if (!stop.aborted) await new Promise(resolve => stop.addEventListener('abort', resolve));
  await lmtp?.close();
}

async function run(center: ModelCenter, options: MailOptions, stop: AbortSignal): Promise<void> {
  const { settings, owner, log, rest = realRest, pauseMs } = options;
  await untilHome(center, options, rest, stop);
  if (stop.aborted) return;
  const { dns, lmtp, mailboxes, relay } = settings;
  const reader = createMailReader();
  const keys = createDkimKeys(createDns(dns), center.context.now);
  const mailCenter = { ...center, reader, keys, log };
  const holding: Holding = { center, owner, rest };
  const door = openDoor(mailCenter, holding);
  const accounts = eachOnce(mailboxes, name => log(`The settings name mailbox ${name} twice: the first entry counts.`));
  const ways = accounts.map(account => watchMailbox(account, { center: mailCenter, holding, door }, stop));
  if (lmtp !== undefined) ways.push(keepListening(door, lmtp, options, rest, stop));
  if (relay) ways.push(sendQueue(center, { relay, holding, log, ...(pauseMs !== undefined && { pauseMs }) }, stop));
  const { mailOut, jobs } = center.context;
  const endRatings = relay && mailOut ? jobs?.add(ratingJob(center, mailOut)) : undefined;
  await Promise.all(ways);
  await endRatings?.();
  await door.close();
  await reader.close();
}

/** Takes mail from the mailboxes and by LMTP, while the help center goes on with its other work. */
export function takeMail(center: ModelCenter, options: MailOptions): MailIn {
  const stop = new AbortController();
  const done = run(center, options, stop.signal).catch(error => {
    options.log(`Mail has stopped: ${(error as Error).message}`);
  });
  return {
    close: () => {
      stop.abort();
      return done;
    },
  };
}
