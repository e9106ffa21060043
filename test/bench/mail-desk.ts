import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { each } from '../faults/fault.ts';
import { type MailSettings, writeMailSettings } from '../faults/mail-serving.ts';
import { homeOf } from '../faults/serving.ts';
import { openTestDatabase, type TestDatabase } from '../faults/test-database.ts';
import { launcher } from '../harness/launcher.ts';
import { letter, letterFrom } from '../harness/letter.ts';
import { lmtpData, openLmtp, untilLmtp } from '../harness/lmtp-client.ts';
import { freePort } from '../harness/mail-servers.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { queuedMs } from '../harness/queued.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { figure, median, percentile } from './figures.ts';
import { type BuiltDesk, firstFrameMs } from './first-frame.ts';

const CONNECTIONS = 4;
const FLOOD = 1_000;
const ARRIVING = 100;
const EVERY_MS = 100;
const KEY_LIMIT_MS = 5_000;

/** A desk on sample conversations, whose help center also takes mail on this port. */
export interface MailDesk {
  readonly desk: Terminal;
  readonly port: number;
  /** When the last output came, as `performance.now()` says it. */
  cameAt(): number;
}

interface DeskMail extends Pick<MailSettings, 'keys'> {
  /** Prepares the database before the desk is opened. */
  readonly prepare?: (database: TestDatabase) => Promise<void>;
}

/** Opens a desk that takes mail, and closes it after `work`. */
export async function withDesk(work: (mailDesk: MailDesk) => Promise<void>, mail: DeskMail = {}): Promise<void> {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  const [port, env] = [await freePort(), deskEnvironment(homeOf(database.folder))];
  const program = (...args: string[]) => [launcher, ...args, '--database', database.location];
  execFileSync(process.execPath, program('sample', '--conversations', '5000'), { env });
  await mail.prepare?.(database);
  writeMailSettings(database.folder, database, { lmtp: port, ...(mail.keys && { keys: mail.keys }) });
  let cameAt = 0;
  const desk = openTerminal({
    command: process.execPath,
    args: program('--link', 'fast'),
    env,
    columns: 120,
    rows: 40,
    onOutput: () => {
      cameAt = performance.now();
    },
  });
  try {
    await desk.sees(/Unresolved +\d/, { within: 30_000 });
    await untilLmtp(port);
    await desk.settled(1_000);
    await work({ desk, port, cameAt: () => cameAt });
  } finally {
    desk.kill('SIGTERM');
    await desk.exit();
    desk.close();
    await database.close();
  }
}

async function send(port: number, count: number, connections: number, pauseMs = 0): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openLmtp(port)));
  await each(count, connections, async number => {
    const client = clients.pop()!;
    const data = lmtpData(letter(number));
    const [reply] = await client.deliver({ from: letterFrom(number), to: ['help@shop.example'], data });
    if (reply!.code !== 250) throw new Error(`letter ${number}: ${reply!.code} ${reply!.text}`);
    clients.push(client);
    if (pauseMs > 0) await sleep(pauseMs);
  });
  await Promise.all(clients.map(client => client.quit()));
}

/** Milliseconds from a key to its first output, and the same without the wait for a processor. */
async function timeKey({ desk, cameAt }: MailDesk, key: string): Promise<{ clock: number; own: number }> {
  const [began, queued] = [performance.now(), queuedMs(desk.pid)];
  desk.type(key);
  while (cameAt() < began) {
    if (performance.now() - began > KEY_LIMIT_MS) throw new Error(`The key ${key} did nothing.\n${desk.text()}`);
    await sleep(1);
  }
  const clock = cameAt() - began;
  return { clock, own: clock - (queuedMs(desk.pid) - queued) };
}

/** How long keys take until `isOver`, at least 20 of them. */
export async function timeKeys(mailDesk: MailDesk, isOver: () => boolean): Promise<{ clock: number; own: number }[]> {
  const samples: { clock: number; own: number }[] = [];
  for (let at = 0; !isOver() || at < 20; at += 1) {
    samples.push(await timeKey(mailDesk, at % 40 < 20 ? 'j' : 'k'));
    await sleep(EVERY_MS);
  }
  return samples;
}

/** Prints how long keys took. */
export function tell(what: string, asked: string, samples: readonly number[]): void {
  const [p50, p95, worst] = [percentile(samples, 0.5), percentile(samples, 0.95), Math.max(...samples)];
  figure(what, asked, `p50 ${p50.toFixed(0)}  p95 ${p95.toFixed(0)}  worst ${worst.toFixed(0)} ms`);
}

/** How long a key takes while the desk's own help center takes mail in. */
export async function keysMeanwhile(): Promise<void> {
  await withDesk(async mailDesk => {
    const quiet = await timeKeys(mailDesk, () => true);
    const state = { isOver: false };
    const keys = timeKeys(mailDesk, () => state.isOver);
    await send(mailDesk.port, FLOOD, CONNECTIONS);
    state.isOver = true;
    const samples = await keys;
    tell(
      'a key, nothing else to do',
      '',
      quiet.map(({ clock }) => clock),
    );
    tell(
      `a key while ${FLOOD} mails come`,
      '≤ 100 ms',
      samples.map(({ clock }) => clock),
    );
    tell(
      'the same without the wait for a processor',
      '≤ 100 ms',
      samples.map(({ own }) => own),
    );
  });
}

/** What a hundred mails that arrive one after the other cost on the wire, with no key pressed. */
export async function bytesOfArrivals(): Promise<void> {
  await withDesk(async ({ desk, port }) => {
    desk.resetBytes();
    await send(port, ARRIVING, 1, EVERY_MS);
    await desk.settled(2_000);
    figure(`${ARRIVING} arriving mails, one each ${EVERY_MS} ms`, '≤ 400 bytes', `${desk.bytes()}`);
  });
}

const STARTS = 9;

/** The first frame of a desk without mail set up, in turns with that of another tree that is built. */
export async function firstFrameBeside(otherTree: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  try {
    const both = [join(resolve(otherTree), 'bin/frontdesk.js'), launcher].map((each, at) => {
      const place = join(folder, String(at));
      mkdirSync(place);
      return { launcher: each, database: join(place, 'center.db'), env: deskEnvironment(place) };
    });
    for (const { launcher: program, database, env } of both) {
      const args = [program, 'sample', '--conversations', '5000', '--database', database];
      execFileSync(process.execPath, args, { env });
    }
    const samples = await inTurns(both);
    const [was, is] = samples.map(median);
    const told = `${was!.toFixed(0)} → ${is!.toFixed(0)} ms ${(is! / was!).toFixed(2)} ×`;
    figure('first frame without mail set up, to the other tree', '≤ 1.05 ×', told);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each first as often as the other. */
async function inTurns(both: readonly BuiltDesk[]): Promise<number[][]> {
  const samples = both.map(() => [] as number[]);
  for (let round = 0; round <= STARTS; round += 1)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const took = await firstFrameMs(both[at]!);
      // The first start of each compiles.
      if (round > 0) samples[at]!.push(took);
    }
  return samples;
}
