import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailSettings, writeMailSettings } from '../faults/mail-serving.ts';
import { homeOf } from '../faults/serving.ts';
import { openTestDatabase, type TestDatabase } from '../faults/test-database.ts';
import { figure, percentile } from '../harness/figures.ts';
import { launcher } from '../harness/launcher.ts';
import { untilLmtp } from '../harness/lmtp-client.ts';
import { freePort } from '../harness/mail-servers.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { queuedMs } from '../harness/queued.ts';
import { deskEnvironment } from '../harness/temporary.ts';

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
  const onDatabase = ['--database', database.location];
  execFileSync(launcher, ['sample', '--conversations', '5000', ...onDatabase], { env });
  await mail.prepare?.(database);
  writeMailSettings(database.folder, database, { lmtp: port, ...(mail.keys && { keys: mail.keys }) });
  let cameAt = 0;
  const desk = openTerminal({
    command: launcher,
    args: ['--link', 'fast', ...onDatabase],
    env,
    columns: 120,
    rows: 40,
    onOutput: () => {
      cameAt = performance.now();
    },
  });
  try {
    await desk.sees(/Unresolved .*\d/, { within: 30_000 });
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

/** Milliseconds from a key to its first output, and the same without the wait for a processor. */
export interface KeyTime {
  readonly clock: number;
  readonly own: number;
}

async function timeKey({ desk, cameAt }: MailDesk, key: string): Promise<KeyTime> {
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
export async function timeKeys(mailDesk: MailDesk, isOver: () => boolean): Promise<readonly KeyTime[]> {
  const samples: KeyTime[] = [];
  for (let at = 0; !isOver() || at < 20; at += 1) {
    samples.push(await timeKey(mailDesk, at % 40 < 20 ? 'j' : 'k'));
    await sleep(EVERY_MS);
  }
  return samples;
}

/** Prints how long keys took while something else went on. */
export function tellKeys(what: string, asked: string, samples: readonly KeyTime[]): void {
  const tell = (name: string, times: readonly number[]) => {
    const [p50, p95, worst] = [0.5, 0.95, 1].map(share => percentile(times, share).toFixed(0));
    figure(name, asked, `p50 ${p50}  p95 ${p95}  worst ${worst} ms`);
  };
  tell(
    what,
    samples.map(({ clock }) => clock),
  );
  tell(
    'the same without the wait for a processor',
    samples.map(({ own }) => own),
  );
}
