import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Db } from '../../../../src/center/database/tables.ts';
import { openDoor } from '../../../../src/center/mail/in/accept-mail.ts';
import { type WatchOptions, watchMailbox } from '../../../../src/center/mail/in/mailbox.ts';
import type { MailboxAccount } from '../../../../src/center/mail/in/mailbox-address.ts';
import { rest } from '../../../../src/center/mail/rest.ts';
import { addEmail } from '../../../../src/center/model/inbox/email.ts';
import { defaultInboxId } from '../../../../src/center/model/inbox/read.ts';
import { nextIncoming } from '../../../../src/center/model/incoming.ts';
import { readMailboxPlace } from '../../../../src/center/model/mailbox.ts';
import { usualKeys } from '../../../harness/dkim.ts';
import { handClock } from '../../../harness/hand-clock.ts';
import { handRest } from '../../../harness/hand-rest.ts';
import { type ImapServerOptions, openImapServer } from '../../../harness/imap-server.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { mailOf, openMail } from '../open-mail.ts';

/** A mail with this subject; the same subject is the same mail. */
export function mailAbout(subject: string, ...more: string[]): Buffer {
  return mailOf(
    `From: ${subject} <${subject}@customer.example>`,
    'To: help@shop.example',
    `Message-ID: <${subject}@customer.example>`,
    `Subject: ${subject}`,
    'Date: Fri, 20 Nov 2026 12:00:00 +0000',
    '',
    `Text of ${subject}`,
    ...more,
  );
}

/** When the mails of the tests arrived: the hand clock begins here. */
export const NOON = Date.UTC(2026, 10, 20, 12);

async function subjectsIn(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('conversation').select('title').orderBy('id').execute();
  return rows.map(({ title }) => title);
}

/** How a mailbox is watched, if not as usual. */
interface Watching extends Partial<WatchOptions> {
  readonly id?: string;
  readonly answerMs?: number;
  readonly account?: Omit<MailboxAccount, 'url'>;
}

interface MailboxSetting {
  /** The address of the default inbox; null: it has none. */
  readonly address?: string | null;
}

/** A help center, a server of mailboxes, and a clock that is moved by hand for all waits of the help center. */
export async function openMailbox(
  given: ImapServerOptions = {},
  { address = 'help@shop.example' }: MailboxSetting = {},
) {
  const { center: plain, log } = await openMail();
  const center = { ...plain, keys: usualKeys() };
  const defaultInbox = await center.read(({ db }) => defaultInboxId(db));
  if (address !== null) await center.write(({ db }) => addEmail(db, defaultInbox, { email: address }));
  const clock = handClock(NOON);
  let server = await openImapServer(given);
  onTestFinished(() => server.close());
  const passwordFile = join(temporaryFolder(), 'password');
  writeFileSync(passwordFile, 'secret\n', { mode: 0o600 });
  const { port, inbox } = server;
  const url = `imap://agent%40shop.example@127.0.0.1:${port}`;
  const name = `agent@shop.example at 127.0.0.1:${port}`;

  // Reads accepted mail at once: the manual clock does not drive the pauses before it.
  const door = openDoor(center, { owner: { id: 'this', hasEnded: () => false }, rest });
  onTestFinished(() => door.close());

  const watch = (changed: Watching = {}) => {
    const { id = 'this', answerMs = 30_000, account = { passwordFile }, ...options } = changed;
    const stop = new AbortController();
    const holding = { center, owner: { id, hasEnded: () => false }, rest: handRest(clock) };
    const watching = { center, holding, door, times: { answerMs }, ...options };
    const ended = watchMailbox({ url, ...account }, watching, stop.signal);
    const close = () => {
      stop.abort();
      return ended;
    };
    onTestFinished(close);
    return { close };
  };

  const subjects = () => center.read(({ db }) => subjectsIn(db));
  /** Without IDLE two things wait for the clock: the next look and the lease. */
  const isIdle = () => (server.offers.has('IDLE') ? server.heard.at(-1) === 'IDLE' : clock.waiting() === 2);
  return {
    center,
    log,
    clock,
    inbox,
    door,
    passwordFile,
    url,
    watch,
    /** The server that listens now. */
    server: () => server,
    subjects,
    place: () => center.read(({ db }) => readMailboxPlace(db, name)),
    deliver: (subject: string, ...more: string[]) => inbox.deliver(mailAbout(subject, ...more), clock.now()),
    /** Waits until the mailbox was looked through and news are waited for. */
    settled: () => expect.poll(isIdle).toBe(true),
    /** Waits until these conversations are there, in this order, and nothing that was accepted is left. */
    holds: (...titles: string[]) =>
      expect
        .poll(() => center.read(async ({ db }) => [(await nextIncoming(db)).length, ...(await subjectsIn(db))]))
        .toEqual([0, ...titles]),
    logged: (text: string) => expect.poll(() => log.filter(line => line.includes(text))).toHaveLength(1),
    /** Moves the clock on, again and again, until `isTrue`: what waits is tried. */
    passUntil: (isTrue: () => boolean | Promise<boolean>) =>
      expect
        .poll(async () => {
          clock.advance(60_000);
          return isTrue();
        })
        .toBe(true),
    stopServer: () => server.close(),
    /** Another server on the same port, with the same mails. */
    startServer: async (changed: ImapServerOptions = given) => {
      server = await openImapServer({ ...changed, port });
      server.folders.set('INBOX', inbox);
    },
  };
}
