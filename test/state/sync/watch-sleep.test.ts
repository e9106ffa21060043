import { expect, test } from 'vitest';
import { watchSleep } from '../../../src/state/sync/keep-contact.ts';

/** What passes between two checks that are 5 s apart, in seconds by both clocks, and whether that was a sleep. */
const CASES: Readonly<Record<string, readonly [elapsed: number, uptime: number, isSleep: boolean]>> = {
  'nothing happened': [5, 5, false],
  'the machine had other work': [12, 12, false],
  'the process stood still': [65, 65, true],
  'the machine slept, and its clock with it': [5, 28_805, true],
  'the machine slept, but its clock went on': [28_805, 28_805, true],
  'it slept so shortly that connections live on': [5, 15, false],
  'uptime runs backwards': [5, -3_600, false],
};

test.for(Object.entries(CASES))('%s', ([, [elapsedSeconds, uptimeSeconds, isSleep]]) => {
  let elapsed = 1_000;
  let uptime = 90_000;
  const hasSlept = watchSleep({ elapsed: () => elapsed, uptime: () => uptime }, 5_000);
  elapsed += 5_000;
  uptime += 5_000;
  expect(hasSlept()).toBe(false);
  elapsed += elapsedSeconds * 1_000;
  uptime += uptimeSeconds * 1_000;
  expect(hasSlept()).toBe(isSleep);
  elapsed += 5_000;
  uptime += 5_000;
  expect(hasSlept()).toBe(false);
});
