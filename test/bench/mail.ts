/**
 * What mail that comes in costs beside the import of the same mails, on the built program: `npm run bench -- mail`. Another
 * number of mails than 1,000 may follow.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailSettings, mailboxOf, startMailServing, untilSeen } from '../faults/mail-serving.ts';
import { openTestDatabase, type TestDatabase } from '../faults/test-database.ts';
import { benchFolder, figure, inTurns, median } from '../harness/figures.ts';
import { openImapServer } from '../harness/imap-server.ts';
import { letter } from '../harness/letter.ts';
import { untilLmtp } from '../harness/lmtp-client.ts';
import { freePort } from '../harness/mail-servers.ts';
import { importRates, sendLetters, writeMbox } from './intake.ts';
import { tellKeys, timeKeys, withDesk } from './mail-desk.ts';

const ROUNDS = 3;
const CONNECTIONS = 8;
const ARRIVING = 100;
const EVERY_MS = 100;

const count = Number(process.argv[2] ?? 1_000);
const letters = Array.from({ length: count }, (_, number) => letter(number));
const mbox = writeMbox(benchFolder(), 'mails', letters);

/** Mails a second until the last one is a message; `send` may tell another rate of its own first. */
async function storeRate(
  mail: MailSettings,
  send: (database: TestDatabase) => Promise<() => Promise<void>>,
): Promise<{ sent: number; stored: number }> {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  const serving = await startMailServing(database, database.folder, mail);
  try {
    const begin = await send(database);
    const start = performance.now();
    const rate = () => (count * 1_000) / (performance.now() - start);
    await begin();
    const sent = rate();
    for (let mails = 0; mails < count; ) {
      await sleep(20);
      mails = (await database.query<{ count: number }>('select count(*) as count from mail'))[0]!.count;
    }
    return { sent, stored: rate() };
  } finally {
    await serving.stop();
    await database.close();
  }
}

async function lmtpRate() {
  const lmtp = await freePort();
  return storeRate({ lmtp }, async () => {
    await untilLmtp(lmtp);
    return () => sendLetters(lmtp, count, CONNECTIONS);
  });
}

async function imapRate() {
  const server = await openImapServer();
  try {
    return await storeRate({ mailboxes: [mailboxOf(server)] }, async database => {
      await untilSeen(database);
      return async () => letters.forEach(text => void server.inbox.deliver(text, Date.now()));
    });
  } finally {
    await server.close();
  }
}

async function rates(): Promise<void> {
  const imports = async () => ({ sent: 0, stored: (await importRates(mbox, count)).clock });
  const found = await inTurns({ imports, lmtp: lmtpRate, imap: imapRate }, ROUNDS);
  const stored = (way: keyof typeof found) => median(found[way].map(each => each.stored));
  const accepted = median(found.lmtp.map(each => each.sent));
  figure(`import of ${count} mails`, '', `${stored('imports').toFixed(0)} mails a second`);
  figure(`LMTP, ${CONNECTIONS} connections: accepted`, '', `${accepted.toFixed(0)} mails a second`);
  figure('LMTP: stored as messages', '', `${stored('lmtp').toFixed(0)} mails a second`);
  figure('IMAP: stored as messages', '', `${stored('imap').toFixed(0)} mails a second`);
  figure('LMTP beside import', '≥ 0.9', (stored('lmtp') / stored('imports')).toFixed(2));
  figure('IMAP beside import', '≥ 0.25', (stored('imap') / stored('imports')).toFixed(2));
}

await rates();
await withDesk(async mailDesk => {
  tellKeys('a key, nothing else to do', '', await timeKeys(mailDesk, () => true));
  const state = { isOver: false };
  const keys = timeKeys(mailDesk, () => state.isOver);
  await sendLetters(mailDesk.port, count, 4);
  state.isOver = true;
  tellKeys(`a key while ${count} mails come`, '≤ 100 ms', await keys);
});
await withDesk(async ({ desk, port }) => {
  desk.resetBytes();
  await sendLetters(port, ARRIVING, 1, EVERY_MS);
  await desk.settled(2_000);
  figure(`${ARRIVING} arriving mails, one each ${EVERY_MS} ms`, '≤ 400 bytes', `${desk.bytes()}`);
});
