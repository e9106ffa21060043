import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { withLease } from '../../../../src/center/mail/in/hold.ts';
import { createCenter } from '../../../harness/center.ts';
import { newDatabase } from '../../../harness/databases.ts';
import { eventually } from '../../../harness/eventually.ts';
import { handClock } from '../../../harness/hand-clock.ts';
import { handRest } from '../../../harness/hand-rest.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

/** Processes on one help center that want to do the same work. */
async function processes() {
  const folder = temporaryFolder();
  const database = await newDatabase(join(folder, 'center.db'));
  onTestFinished(() => database.drop());
  const clock = handClock();
  const told: string[] = [];
  const center = await createCenter({
    database: database.name,
    attachmentsFolder: join(folder, 'files'),
    settings: database.settings,
    now: clock.now,
    log: line => told.push(line),
  });
  onTestFinished(() => center.close());
  const atWork: string[] = [];
  const ended: string[] = [];
  const begin = (id: string, { isDeaf = false } = {}) => {
    const stop = new AbortController();
    const broken = { ...center, write: () => Promise.reject(new Error('no database')) };
    let isCut = false;
    const holding = {
      center: { ...center, write: (work: never) => (isCut ? broken : center).write(work) } as typeof center,
      owner: { id, hasEnded: (other: string) => ended.includes(other) },
      rest: isDeaf ? () => new Promise<void>(() => undefined) : handRest(clock),
    };
    const work = async (signal: AbortSignal) => {
      atWork.push(id);
      await new Promise(resolve => signal.addEventListener('abort', resolve));
      atWork.splice(atWork.indexOf(id), 1);
    };
    const done = withLease(holding, 'mailbox', work, stop.signal);
    return {
      stop: () => {
        stop.abort();
        return done;
      },
      cut: () => {
        isCut = true;
      },
    };
  };
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 5_000) {
      clock.advance(5_000);
      for (let turns = 0; turns < 20; turns += 1) await turn();
      // It is alone: the leases that were asked for before are there.
      await center.write(async () => undefined);
    }
  };
  /** Time passes until these are at work. */
  const passUntil = (...ids: readonly string[]) =>
    eventually(async () => {
      await pass(5_000);
      expect(atWork).toEqual(ids);
    });
  return { begin, pass, passUntil, atWork, ended, told };
}

test('one process works, and another one goes on at once when it stops', async () => {
  const { begin, pass, passUntil, atWork } = await processes();
  const first = begin('first');
  await eventually(() => expect(atWork).toEqual(['first']));
  const second = begin('second');
  await pass(180_000);
  expect(atWork).toEqual(['first']);
  await first.stop();
  await passUntil('second');
  await second.stop();
  expect(atWork).toEqual([]);
});

test('a process that hangs is followed by another one after a minute', async () => {
  const { begin, pass, passUntil, atWork } = await processes();
  begin('hung', { isDeaf: true });
  await eventually(() => expect(atWork).toEqual(['hung']));
  const second = begin('second');
  await pass(50_000);
  expect(atWork).toEqual(['hung']);
  await passUntil('hung', 'second');
  await second.stop();
});

test('a process that has certainly ended is followed at once', async () => {
  const { begin, atWork, ended } = await processes();
  begin('killed', { isDeaf: true });
  await eventually(() => expect(atWork).toEqual(['killed']));
  ended.push('killed');
  const second = begin('second');
  await eventually(() => expect(atWork).toEqual(['killed', 'second']));
  await second.stop();
});

test('a process that cannot renew its lease stops before another one begins', async () => {
  const { begin, passUntil, atWork, told } = await processes();
  const first = begin('first');
  await eventually(() => expect(atWork).toEqual(['first']));
  const second = begin('second');
  first.cut();
  await passUntil();
  expect(told).toContainEqual(
    expect.stringMatching(/^Taking the lease of mailbox has failed: .* It is tried again\.$/),
  );
  await passUntil('second');
  await Promise.all([first.stop(), second.stop()]);
});
