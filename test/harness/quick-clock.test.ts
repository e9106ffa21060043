import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startQuickTime } from './quick-time.ts';

const run = promisify(execFile);

/** Waits in every way that a program can wait, and prints how long each was on its own clock. */
const PROGRAM = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { promisify } from 'node:util';
  const began = Date.now();
  const clocks = [
    () => performance.now(),
    () => Number(process.hrtime.bigint()) / 1e6,
    () => { const [seconds, ns] = process.hrtime(); return seconds * 1e3 + ns / 1e6; },
  ];
  const read = () => clocks.map(clock => clock());
  const wait = async way => { const from = read(); await way; return read().map((at, index) => at - from[index]); };
  const waited = [
    await wait(new Promise(done => setTimeout(done, 4_000))),
    await wait(new Promise(done => { const timer = setInterval(() => { clearInterval(timer); done(); }, 4_000); })),
    await wait(sleep(4_000)),
    await wait(promisify(setTimeout)(4_000)),
    await wait(new Promise(done => AbortSignal.timeout(4_000).addEventListener('abort', done))),
  ];
  console.log(JSON.stringify({ waited, passed: Date.now() - began }));
`;

/** Runs a program and returns what it prints. */
async function printed(flags: readonly string[], program: string) {
  const args = [...flags, '--input-type=module', '--eval', program];
  return JSON.parse((await run(process.execPath, args, { timeout: 60_000 })).stdout);
}

test('a program with a quick clock waits as long as it says, in a fraction of the time', async () => {
  const clock = startQuickTime(100);
  const { stdout } = await run(process.execPath, [...clock.flags, '--input-type=module', '--eval', PROGRAM]);
  const { waited, began, now, isDate, first } = JSON.parse(stdout);
  for (const ms of waited.flat()) {
    expect(ms).toBeGreaterThanOrEqual(3_900);
    // On the machine's clock it would be 400,000.
    expect(ms).toBeLessThan(200_000);
  }
  expect(now - began).toBeGreaterThanOrEqual(19_500);
  // Its dates are the shared clock's.
  expect(began).toBeGreaterThan(clock.now() - 600_000);
  expect(now).toBeLessThanOrEqual(clock.now());
  expect([isDate, first]).toEqual([true, '1970-01-01T00:00:00.000Z']);
});
