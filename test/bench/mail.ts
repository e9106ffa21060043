/**
 * What mail that comes in costs beside the import of the same mails, on the built program: `npm run bench -- mail`. Another
 * number of mails than 1,000 may follow, and the folder of another commit's tree, in which LMTP is measured in turns with
 * this one: made by `git archive`, with a link to this `node_modules`, and built.
 */
import { join, resolve } from 'node:path';
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
import { processorMs } from '../harness/process-use.ts';
import { importRates, sendLetters, writeMbox } from './intake.ts';
import { tellKeys, timeKeys, withDesk } from './mail-desk.ts';

const ROUNDS = 3;
const CONNECTIONS = 8;
const ARRIVING = 100;
const EVERY_MS = 100;

const count = Number(process.argv[2] ?? 1_000);
const otherTree = process.argv[3];
const letters = Array.from({ length: count }, (_, number) => letter(number));
const signingKey = rsaKey();
const signed = letters.map(text => signByFrom(Buffer.from(text), { key: signingKey }));
const mbox = writeMbox(benchFolder(), 'mails', letters);

interface Rate {
  /** Mails a second until the last one was sent, and until the last one is a message. */
  readonly sent: number;
  readonly stored: number;
  /** Processor time of the service for a mail, in milliseconds. */
  readonly ownMs: number;
}

/** How fast mails become messages once `send` has begun to send them. */
async function storeRate(
  mail: MailSettings,
  send: (database: TestDatabase) => Promise<() => Promise<void>>,
  { start = startMailServing, nodeFlags = [] as readonly string[] } = {},
): Promise<Rate> {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  const serving = await start(database, database.folder, mail, nodeFlags);
  try {
    const begin = await send(database);
    const [began, used] = [performance.now(), processorMs(serving.pid)];
    const rate = () => (count * 1_000) / (performance.now() - began);
    await begin();
    const sent = rate();
    for (let mails = 0; mails < count; ) {
      await sleep(20);
      mails = (await database.query<{ count: number }>('select count(*) as count from mail'))[0]!.count;
    }
    return { sent, stored: rate(), ownMs: (processorMs(serving.pid) - used) / count };
  } finally {
    await serving.stop();
    await database.close();
  }
}

/** With the key of signed mails in DNS. */
async function lmtpRate(mails: readonly (string | Buffer)[], start = startMailServing) {
  const [lmtp, dns] = [await freePort(), await openKeyServer(signingKey.record)];
  const send = async () => {
    await untilLmtp(lmtp);
    return () => sendLetters(lmtp, count, CONNECTIONS, { mailAt: number => mails[number]! });
  };
  return storeRate({ lmtp }, send, { start, nodeFlags: [dns.flag] }).finally(dns.close);
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
  const lmtp = () => lmtpRate(letters);
  const found = await inTurns({ imports, lmtp, signed: () => lmtpRate(signed), imap: imapRate }, ROUNDS);
  const stored = (way: keyof typeof found) => median(found[way].map(each => each.stored));
  const accepted = median(found.lmtp.map(each => each.sent));
  figure(`import of ${count} mails`, '', `${stored('imports').toFixed(0)} mails a second`);
  figure(`LMTP, ${CONNECTIONS} connections: accepted`, '', `${accepted.toFixed(0)} mails a second`);
  figure('LMTP: stored as messages', '', `${stored('lmtp').toFixed(0)} mails a second`);
  figure('LMTP: signed, stored as messages', '', `${stored('signed').toFixed(0)} mails a second`);
  figure('IMAP: stored as messages', '', `${stored('imap').toFixed(0)} mails a second`);
  figure('LMTP beside import', '≥ 0.9', (stored('lmtp') / stored('imports')).toFixed(2));
  figure('IMAP beside import', '≥ 0.25', (stored('imap') / stored('imports')).toFixed(2));
}

/** LMTP in this tree beside the other one, without and with signatures. */
async function beside(tree: string): Promise<void> {
  const { startMailServing: was } = await import(join(resolve(tree), 'test/faults/mail-serving.ts'));
  const kinds = {
    letters: () => lmtpRate(letters),
    lettersThen: () => lmtpRate(letters, was),
    signed: () => lmtpRate(signed),
    signedThen: () => lmtpRate(signed, was),
  };
  const found = await inTurns(kinds, ROUNDS, 1);
  const of = (kind: keyof typeof kinds, what: 'stored' | 'ownMs') => median(found[kind].map(each => each[what]));
  for (const [name, kind] of [
    ['LMTP', 'letters'],
    ['LMTP of signed mail', 'signed'],
  ] as const) {
    const share = of(kind, 'stored') / of(`${kind}Then`, 'stored');
    figure(`${name} beside the other tree`, '≥ 0.9', share.toFixed(2));
    const ms = `${of(kind, 'ownMs').toFixed(2)} to ${of(`${kind}Then`, 'ownMs').toFixed(2)} ms`;
    figure('  processor time for a mail, to that there', '', ms);
  }
}

if (otherTree !== undefined) await beside(otherTree);
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
  await sendLetters(port, ARRIVING, 1, { pauseMs: EVERY_MS });
  await desk.settled(2_000);
  figure(`${ARRIVING} arriving mails, one each ${EVERY_MS} ms`, '≤ 400 bytes', `${desk.bytes()}`);
});
