/**
 * What mail that comes in costs beside the import of the same mails, on the built program: `npm run bench -- mail`. Another
 * number of mails than 1,000 may follow, and the folder of another tree that is built: then its first frame is compared.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCenter } from '../../src/center/center.ts';
import { importMail } from '../../src/center/intake/import-mail.ts';
import { each } from '../faults/fault.ts';
import { type MailSettings, mailboxOf, startMailServing, untilSeen } from '../faults/mail-serving.ts';
import type { Serving } from '../faults/serving.ts';
import { openTestDatabase, type TestDatabase } from '../faults/test-database.ts';
import { openImapServer } from '../harness/imap-server.ts';
import { letter, letterFrom } from '../harness/letter.ts';
import { lmtpData, openLmtp, untilLmtp } from '../harness/lmtp-client.ts';
import { freePort } from '../harness/mail-servers.ts';
import { figure, median } from './figures.ts';
import { bytesOfArrivals, firstFrameBeside, keysMeanwhile } from './mail-desk.ts';

const ROUNDS = 3;
const CONNECTIONS = 10;
const LARGE = { clients: 20, bytes: 10_000_000, most: 250 } as const;
/** A mail of 10 MB holds a file of so many bytes: base64 needs a third more, and line ends. */
const LARGE_FILE = Math.floor((LARGE.bytes / 78) * 57);

const [given = '1000', otherTree] = process.argv.slice(2);
const count = Number(given);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const letters = Array.from({ length: count }, (_, number) => letter(number));

async function withServing<T>(
  mail: MailSettings,
  work: (database: TestDatabase, serving: Serving) => Promise<T>,
): Promise<T> {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  const serving = await startMailServing(database, database.folder, mail);
  try {
    if (mail.lmtp !== undefined) await untilLmtp(mail.lmtp);
    return await work(database, serving);
  } finally {
    await serving.stop();
    await database.close();
  }
}

/** Waits until so many mails are messages. */
async function understood(database: TestDatabase, mails: number): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ count: number }>('select count(*) as count from mail');
    if (row!.count >= mails) return;
    await sleep(20);
  }
}

async function importRate(): Promise<number> {
  const place = mkdtempSync(join(folder, 'center-'));
  const center = await createCenter({ database: join(place, 'center.db'), attachmentsFolder: join(place, 'files') });
  const start = performance.now();
  const { imported } = await importMail(center, [join(folder, 'mails.mbox')]);
  const seconds = (performance.now() - start) / 1_000;
  await center.close();
  if (imported !== count) throw new Error(`${imported} of ${count} mails were imported`);
  return count / seconds;
}

/** Mails a second until the last one is accepted, and until the last one is a message. */
async function lmtpRate(): Promise<{ accepted: number; stored: number }> {
  const port = await freePort();
  return withServing({ lmtp: port }, async database => {
    const start = performance.now();
    const rate = () => (count * 1_000) / (performance.now() - start);
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLmtp(port)));
    await each(count, CONNECTIONS, async number => {
      const client = clients.pop()!;
      const data = lmtpData(letters[number]!);
      const [reply] = await client.deliver({ from: letterFrom(number), to: ['help@shop.example'], data });
      if (reply!.code !== 250) throw new Error(`letter ${number}: ${reply!.code} ${reply!.text}`);
      clients.push(client);
    });
    const accepted = rate();
    await understood(database, count);
    const stored = rate();
    await Promise.all(clients.map(client => client.quit()));
    return { accepted, stored };
  });
}

/** Mails a second until the last one of a mailbox is a message. */
async function imapRate(): Promise<number> {
  const server = await openImapServer();
  try {
    return await withServing({ mailboxes: [mailboxOf(server)] }, async database => {
      await untilSeen(database);
      const start = performance.now();
      for (const text of letters) server.inbox.deliver(text, Date.now());
      await understood(database, count);
      return (count * 1_000) / (performance.now() - start);
    });
  } finally {
    await server.close();
  }
}

async function rates(): Promise<void> {
  const found: { imported: number; accepted: number; stored: number; fetched: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    found.push({ imported: await importRate(), ...(await lmtpRate()), fetched: await imapRate() });
  const of = (part: keyof (typeof found)[number]) => median(found.map(each => each[part]));
  figure(`import of ${count} mails`, '', `${of('imported').toFixed(0)} mails a second`);
  figure(`LMTP, ${CONNECTIONS} connections: accepted`, '', `${of('accepted').toFixed(0)} mails a second`);
  figure('LMTP: stored as messages', '', `${of('stored').toFixed(0)} mails a second`);
  figure('IMAP: stored as messages', '', `${of('fetched').toFixed(0)} mails a second`);
  figure('LMTP beside import', '≥ 0.35', (of('stored') / of('imported')).toFixed(2));
  figure('IMAP beside import', '≥ 0.25', (of('fetched') / of('imported')).toFixed(2));
}

/** The most memory that a process had, in MiB. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

async function memory(): Promise<void> {
  const port = await freePort();
  await withServing({ lmtp: port }, async (database, serving) => {
    const before = peakOf(serving.pid);
    await each(LARGE.clients, LARGE.clients, async number => {
      const data = lmtpData(letter(number, { fileBytes: LARGE_FILE }));
      const client = await openLmtp(port);
      const [reply] = await client.deliver({ from: letterFrom(number), to: ['help@shop.example'], data });
      if (reply!.code !== 250) throw new Error(`letter ${number}: ${reply!.code} ${reply!.text}`);
      await client.quit();
    });
    await understood(database, LARGE.clients);
    figure('serve, before any mail', '', `${before.toFixed(0)} MiB`);
    figure('serve, 20 clients with 10 MB each', `≤ ${LARGE.most} MiB`, `${peakOf(serving.pid).toFixed(0)} MiB`);
  });
}

try {
  const mbox = letters.map(text => `From x Wed Jan  1 00:00:00 2025\n${text.replaceAll('\r\n', '\n')}\n`);
  writeFileSync(join(folder, 'mails.mbox'), mbox.join(''));
  await rates();
  await memory();
  await keysMeanwhile();
  await bytesOfArrivals();
  if (otherTree !== undefined) await firstFrameBeside(otherTree);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
