import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startQuickTime } from './quick-time.ts';

const run = promisify(execFile);

const RATE = 60_000;
const HOUR_MS = 3_600_000;

/**
 * A machine whose clocks move by its timers alone: each fires at once and moves them by what it was asked for. Real timers
 * fire early by the work of the turn in which they were made.
 */
const MACHINE = `
  import timersPromises from 'node:timers/promises';
  let ms = 1_000;
  Date.now = () => 1_700_000_000_000 + ms;
  performance.now = () => ms;
  process.hrtime.bigint = () => BigInt(ms) * 1_000_000n;
  const fire = globalThis.setTimeout;
  const after = (run, wait) => fire(() => { ms += wait; run(); }, 0);
  globalThis.setTimeout = after;
  globalThis.setInterval = after;
  timersPromises.setTimeout = wait => new Promise(done => after(done, wait));
  AbortSignal.timeout = wait => {
    const controller = new AbortController();
    after(() => controller.abort(), wait);
    return controller.signal;
  };
`;

/** Waits in every way that a program can wait, and prints how long each was on its own clock. */
const PROGRAM = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { promisify } from 'node:util';
  const HOUR_MS = ${HOUR_MS};
  const began = Date.now();
  const clocks = [
    () => performance.now(),
    () => Number(process.hrtime.bigint()) / 1e6,
    () => { const [seconds, ns] = process.hrtime(); return seconds * 1e3 + ns / 1e6; },
  ];
  const read = () => clocks.map(clock => clock());
  const wait = async way => { const from = read(); await way; return read().map((at, index) => at - from[index]); };
  const waited = [
    await wait(new Promise(done => setTimeout(done, HOUR_MS))),
    await wait(new Promise(done => setInterval(done, HOUR_MS))),
    await wait(sleep(HOUR_MS)),
    await wait(promisify(setTimeout)(HOUR_MS)),
    await wait(new Promise(done => AbortSignal.timeout(HOUR_MS).addEventListener('abort', done))),
  ];
  console.log(JSON.stringify({ waited, passed: Date.now() - began }));
`;

/** Runs a program and returns what it prints. */
async function printed(flags: readonly string[], program: string) {
  const args = [...flags, '--input-type=module', '--eval', program];
  return JSON.parse((await run(process.execPath, args, { timeout: 60_000 })).stdout);
}

test('a program with a quick clock waits as long as it says, in a fraction of the time', async () => {
  const machine = ['--import', `data:text/javascript,${encodeURIComponent(MACHINE)}`];
  const { waited, passed } = await printed([...machine, ...startQuickTime(RATE).flags], PROGRAM);
  expect(waited).toEqual(Array.from({ length: 5 }, () => [HOUR_MS, HOUR_MS, HOUR_MS]));
  expect(passed).toBe(5 * HOUR_MS);
});

test('the dates of a program with a quick clock are those of the clock that it shares', async () => {
  const clock = startQuickTime(RATE);
  const before = clock.now();
  const dates = `
    const date = new Date();
    const first = new Date(0).toISOString();
    console.log(JSON.stringify({ now: date.getTime(), isDate: date instanceof Date, first }));
  `;
  const { now, isDate, first } = await printed(clock.flags, dates);
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(clock.now());
  expect([isDate, first]).toEqual([true, '1970-01-01T00:00:00.000Z']);
});
