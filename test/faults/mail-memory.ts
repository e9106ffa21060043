import { ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BOMBS, fileOf } from '../harness/bombs.ts';
import { letter, letterFrom } from '../harness/letter.ts';
import { lmtpData, openLmtp, untilLmtp } from '../harness/lmtp-client.ts';
import { freePort } from '../harness/mail-servers.ts';
import { memoryMiB } from '../harness/process-use.ts';
import { each, type Fault, sized } from './fault.ts';
import { startMailServing } from './mail-serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const BOMB_MAILS = 135;
const BOMB_BYTES = 5_000_000;
const BOMB_CONNECTIONS = 4;
const LARGE_MAILS = 20;
/** Base64 needs a third more, and line ends: the mail has 25 MB. */
const LARGE_FILE_BYTES = Math.floor((25_000_000 / 78) * 57);
const FIELDS = 60_000;
/** The most memory of the service at its peak, and a minute after the last mail, in MiB. */
const PEAK_MIB = 250;
const REST_MIB = 150;
const REST_MS = 60_000;
/** What `bin/frontdesk.js` sets for a command. */
const AS_BY_LAUNCHER = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '524288' };

async function deliver(port: number, count: number, connections: number, mailAt: (at: number) => Uint8Array) {
  await each(count, connections, async at => {
    const client = await openLmtp(port);
    const data = lmtpData(mailAt(at));
    const [reply] = await client.deliver({ from: letterFrom(at), to: ['help@shop.example'], data });
    ok(reply!.code === 250, `mail ${at}: ${reply!.code} ${reply!.text}`);
    await client.quit();
  });
}

async function understood(database: TestDatabase): Promise<void> {
  while ((await database.query('select id from mail_incoming limit 1')).length > 0) await sleep(100);
}

/** Hostile and very large mails, several at once: the service stays small, and gives back what it took. */
export const mailMemory: Fault = async run => {
  if (!existsSync('/proc/self/status')) return 'skipped: there is no /proc to look at the memory';
  const database = await openTestDatabase(run);
  const port = await freePort();
  const serving = await startMailServing(database, database.folder, { lmtp: port }, [], AS_BY_LAUNCHER);
  const bombs = BOMBS.filter(({ enters }) => enters !== 'mbox').filter((_, at) => at % 3 === run.seed % 3);
  const told: string[] = [];
  const phase = async (what: string, work: () => Promise<void>) => {
    await work();
    await understood(database);
    told.push(`${what} ${memoryMiB(serving.pid).toFixed(0)} MiB at most`);
  };
  try {
    await untilLmtp(port);
    told.push(`before ${memoryMiB(serving.pid, 'VmRSS').toFixed(0)} MiB`);
    await phase('hostile mails:', () =>
      deliver(port, sized(run, BOMB_MAILS), BOMB_CONNECTIONS, at => fileOf(bombs[at % bombs.length]!, BOMB_BYTES)),
    );
    const large = sized(run, LARGE_MAILS);
    await phase('mails of 25 MB:', () =>
      deliver(port, large, large, at => Buffer.from(letter(at, { fileBytes: LARGE_FILE_BYTES }), 'latin1')),
    );
    const fields = Array.from({ length: FIELDS }, (_, at) => `X-Field-${at}: ${at}\r\n`).join('');
    await phase('60,000 header fields:', () => deliver(port, 1, 1, () => Buffer.from(`${fields}${letter(1_000)}`)));
    ok(memoryMiB(serving.pid) <= PEAK_MIB, told.join(', '));
    await sleep(REST_MS * run.share);
    const rest = memoryMiB(serving.pid, 'VmRSS');
    told.push(`at rest ${rest.toFixed(0)} MiB`);
    ok(rest <= REST_MIB, told.join(', '));
    return told.join(', ');
  } finally {
    await serving.stop();
    await database.close();
  }
};
