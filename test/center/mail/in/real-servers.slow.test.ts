import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type MailSettings, startMailServing } from '../../../faults/mail-serving.ts';
import { openTestDatabase, type TestDatabase } from '../../../faults/test-database.ts';
import { startDovecot } from '../../../harness/dovecot.ts';
import { letter, letterFrom, letterId } from '../../../harness/letter.ts';
import { freePort, whyNoMailServer } from '../../../harness/mail-servers.ts';
import { startPostfix } from '../../../harness/postfix.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

/** For what hangs: a server that is gone is tried again after some seconds. */
const WITHIN = { timeout: 60_000, interval: 100 };

/** A help center's database, and a `serve` of it that can be ended and started again. */
interface Served {
  readonly database: TestDatabase;
  log(): string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

async function openServed(mail: MailSettings): Promise<Served> {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  onTestFinished(() => database.close());
  const start = () => startMailServing(database, database.folder, mail);
  let serving = await start();
  onTestFinished(() => serving.kill());
  return {
    database,
    log: () => serving.state(),
    kill: () => serving.kill(),
    start: async () => {
      serving = await start();
    },
  };
}

/** Waits until these letters, and no others, are messages; a failure shows the log of `serve`. */
async function takes(served: Served, from: number, to: number): Promise<void> {
  try {
    await expect.poll(() => taken(served.database), WITHIN).toEqual(ids(from, to));
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${served.log()}`, { cause: error });
  }
}

/** The letters that are messages, by Message-ID. */
async function taken(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ message_key: string }>(
    'select mail.message_key from message join mail on mail.message_id = message.id order by mail.id',
  );
  return rows.map(row => row.message_key).sort();
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

function ids(from: number, to: number): string[] {
  return numbers(from, to).map(letterId).sort();
}

test('mail comes once from a mailbox of Dovecot, through every restart and a new UIDVALIDITY, and stays there as read', {
  timeout: 180_000,
  ...skippedFor(whyNoMailServer('dovecot')),
}, async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  let dovecot = await startDovecot(folder, { port });
  onTestFinished(() => dovecot.stop());
  const put = (from: number, to: number) => {
    for (const number of numbers(from, to))
      dovecot.put(`${1_700_000_000 + number}.${number}.mx`, letter(number, { at: Date.now() }));
  };
  put(0, 3);
  const url = `imap://${encodeURIComponent(dovecot.user)}@127.0.0.1:${port}`;
  const served = await openServed({ mailboxes: [{ url, password: dovecot.password }] });
  const seen = () => served.database.query<{ last_uid: number }>('select last_uid from mailbox');
  const lastUid = async (uid: number) => expect.poll(seen, WITHIN).toMatchObject([{ last_uid: uid }]);

  await lastUid(3);
  put(3, 10);
  await takes(served, 3, 10);

  await served.kill();
  put(10, 12);
  await served.start();
  await takes(served, 3, 12);

  await dovecot.stop();
  for (const name of readdirSync(join(folder, 'home', 'Maildir')))
    if (name.startsWith('dovecot')) rmSync(join(folder, 'home', 'Maildir', name), { recursive: true });
  dovecot = await startDovecot(folder, { port });
  put(12, 14);
  await takes(served, 3, 14);
  const files = readdirSync(join(folder, 'home', 'Maildir', 'cur'));
  expect(files).toHaveLength(14);
  await expect.poll(() => dovecot.flagged('S'), WITHIN).toBe(11);
});

test('mail that Postfix hands over by LMTP comes once, also what it had to try again', {
  timeout: 180_000,
  ...skippedFor(whyNoMailServer('postfix')),
}, async () => {
  const port = await freePort();
  const served = await openServed({ lmtp: port });
  const postfix = await startPostfix(temporaryFolder(), { lmtp: `inet:127.0.0.1:${port}` });
  onTestFinished(() => postfix.stop());
  const send = (from: number, to: number) => {
    for (const number of numbers(from, to))
      postfix.send(
        letterFrom(number),
        'help@shop.example',
        letter(number, number === 2 ? { fileBytes: 2_000_000 } : {}),
      );
  };

  send(0, 5);
  await takes(served, 0, 5);
  await served.kill();
  send(5, 8);
  await expect.poll(() => postfix.log(), WITHIN).toContain('status=deferred');
  await served.start();
  await takes(served, 0, 8);
  await expect.poll(() => postfix.waiting(), WITHIN).toBe(0);
  expect(postfix.log()).not.toMatch(/status=bounced/);
});
