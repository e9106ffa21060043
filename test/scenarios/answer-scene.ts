import { onTestFinished } from 'vitest';
import { mailboxOf, relayOf, startMailServing, untilSeen } from '../faults/mail-serving.ts';
import { attachmentsOf } from '../faults/people.ts';
import { openTestDatabase } from '../faults/test-database.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { createCenter } from '../harness/center.ts';
import { signByFrom, usualRecord } from '../harness/dkim.ts';
import { openImapServer } from '../harness/imap-server.ts';
import { launcher } from '../harness/launcher.ts';
import type { MovedClock } from '../harness/moved-time.ts';
import { openTextServer } from '../harness/name-server.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { openRelay, type Relay } from '../harness/relay.ts';
import type { TakenMail } from '../harness/smtp/session.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

/** A mail of a customer, whose mail server vouches for it. */
export interface CustomerMail {
  readonly id: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** The mail of ours that it answers. */
  readonly answers?: TakenMail;
}

/** A help center with a mailbox and a relay, served to a desk of an admin. */
export interface AnswerScene {
  readonly relay: Relay;
  /** The address of the service. */
  readonly url: string;
  /** Puts a mail into the mailbox of `agent@shop.example`. */
  write(mail: CustomerMail): void;
  /** Waits for the next mail that the relay has taken and this has not returned before. */
  sent(): Promise<TakenMail>;
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  /** By default the admin's, in a new home. */
  openDesk(as?: string, home?: string): Promise<Terminal>;
}

const WITHIN_MS = 60_000;

/** The bytes of a customer's mail, which their domain has signed. */
function bytesOf({ id, from, subject, text, answers }: CustomerMail, now: number): Buffer {
  const domain = /@([^>]+)/.exec(from)![1]!;
  const head = [
    `From: ${from}`,
    'To: agent@shop.example',
    `Subject: ${subject}`,
    `Message-ID: <${id}@${domain}>`,
    `Date: ${new Date(now).toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    ...(answers ? [`In-Reply-To: <${answers.id}>`, `References: <${answers.id}>`] : []),
  ];
  return signByFrom(Buffer.from([...head, '', text.replaceAll('\n', '\r\n'), ''].join('\r\n')));
}

/** Opens one for the running test. `keys`: of `[mail]`, beside the relay. `clock`: that of the programs, not the machine's. */
export async function openAnswerScene(
  keys: Readonly<Record<string, string | number>>,
  clock?: MovedClock,
): Promise<AnswerScene> {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  onTestFinished(() => database.close());
  const center = await createCenter({ database: database.location, attachmentsFolder: attachmentsOf(database) });
  const admin = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const token = await createAgentToken(center, admin.id);
  await center.close();
  const [imap, relay] = [await openImapServer(), await openRelay()];
  onTestFinished(async () => {
    await imap.close();
    await relay.close();
  });
  const dns = await openTextServer(() => [usualRecord]);
  const settings = {
    mailboxes: [mailboxOf(imap)],
    keys: { relay: relayOf(relay), dns: dns.at, ...keys },
  };
  const serving = await startMailServing(database, database.folder, settings, clock?.flags, clock?.variables);
  onTestFinished(() => serving.kill());
  await untilSeen(database);
  const now = clock?.now ?? Date.now;
  let read = 0;
  return {
    relay,
    url: serving.url,
    write: mail => void imap.inbox.deliver(bytesOf(mail, now()), now()),
    sent: async () => {
      for (let left = WITHIN_MS; relay.taken.length <= read; left -= 20) {
        if (left <= 0) throw new Error(`No mail came out.\n${serving.state()}`);
        await new Promise(resolve => setTimeout(resolve, 20));
      }
      read += 1;
      return relay.taken[read - 1]!;
    },
    ask: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await fetch(`${serving.url}/api/agent/v1${path}`, init);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text).data) as T;
    },
    openDesk: async (as = token, home = temporaryFolder()) => {
      const desk = openTerminal({
        command: process.execPath,
        args: [...(clock?.flags ?? []), launcher, '--url', serving.url, '--link', 'fast'],
        env: deskEnvironment(home, { FRONTDESK_TOKEN: as, ...clock?.variables }),
        columns: 120,
        rows: 36,
      });
      await desk.sees('Unresolved');
      return desk;
    },
  };
}
