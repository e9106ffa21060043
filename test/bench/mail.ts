/**
 * How fast mail comes in beside the import of the same mails, on the built program: `npm run bench -- mail`. Another
 * number of mails than 1,000 may follow.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailSettings, mailboxOf, startMailServing, untilSeen } from '../faults/mail-serving.ts';
import { openTestDatabase, type TestDatabase } from '../faults/test-database.ts';
import { rsaKey, signByFrom } from '../harness/dkim.ts';
import { benchFolder, figure, inTurns, median } from '../harness/figures.ts';
import { openImapServer } from '../harness/imap-server.ts';
import { letter } from '../harness/letter.ts';
import { untilLmtp } from '../harness/lmtp-client.ts';
import { freePort } from '../harness/mail-servers.ts';
import { openKeyServer } from '../harness/name-server.ts';
import { importRate, sendLetters, writeMbox } from './intake.ts';

const ROUNDS = 3;
const CONNECTIONS = 8;

const count = Number(process.argv[2] ?? 1_000);
const letters = Array.from({ length: count }, (_, number) => letter(number));
const signingKey = rsaKey();
const signed = letters.map(text => signByFrom(Buffer.from(text), { key: signingKey }));
const mbox = writeMbox(benchFolder(), 'mails', letters);

interface Rate {
  /** Mails a second until the last one was sent, and until the last one is a message. */
  readonly sent: number;
  readonly stored: number;
}

/** How fast mails become messages once `send` has begun to send them. */
async function storeRate(
  mail: MailSettings,
  send: (database: TestDatabase) => Promise<() => Promise<void>>,
  nodeFlags: readonly string[] = [],
): Promise<Rate> {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  const serving = await startMailServing(database, database.folder, mail, nodeFlags);
  try {
    const begin = await send(database);
    const began = performance.now();
    const rate = () => (count * 1_000) / (performance.now() - began);
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

/** With the key of signed mails in DNS. */
async function lmtpRate(mails: readonly (string | Buffer)[]) {
  const [lmtp, dns] = [await freePort(), await openKeyServer(signingKey.record)];
  const send = async () => {
    await untilLmtp(lmtp);
    return () => sendLetters(lmtp, mails, CONNECTIONS);
  };
  return storeRate({ lmtp }, send, [dns.flag]).finally(dns.close);
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

function imported() {
  return importRate(mbox, count).then(stored => ({ sent: 0, stored }));
}

const found = await inTurns(
  { imported, lmtp: () => lmtpRate(letters), signed: () => lmtpRate(signed), imap: imapRate },
  ROUNDS,
);

function stored(way: keyof typeof found): number {
  return median(found[way].map(each => each.stored));
}

const accepted = median(found.lmtp.map(each => each.sent));
figure(`import of ${count} mails`, '', `${stored('imported').toFixed(0)} mails a second`);
figure(`LMTP, ${CONNECTIONS} connections: accepted`, '', `${accepted.toFixed(0)} mails a second`);
figure('LMTP: stored as messages', '', `${stored('lmtp').toFixed(0)} mails a second`);
figure('LMTP: signed, stored as messages', '', `${stored('signed').toFixed(0)} mails a second`);
figure('IMAP: stored as messages', '', `${stored('imap').toFixed(0)} mails a second`);
figure('LMTP beside import', '≥ 0.9', (stored('lmtp') / stored('imported')).toFixed(2));
figure('IMAP beside import', '≥ 0.25', (stored('imap') / stored('imported')).toFixed(2));
