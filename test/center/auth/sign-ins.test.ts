import { describe, expect, test } from 'vitest';
import { AttemptTally, createSignIns } from '../../../src/center/auth/sign-ins.ts';

describe('the memory of the throttle', () => {
  test('holds a bounded number of the latest names, and forgets expired ones', () => {
    const tally = new AttemptTally({ most: 5, withinMs: 1_000 });
    for (let at = 0; at < 60_000; at += 1) tally.add(`name ${at}`, 0);
    expect(tally.size).toBe(50_000);
    for (let count = 0; count < 4; count += 1) tally.add('name 59999', 0);
    expect(tally.waitMs('name 59999', 0)).toBe(1_000);
    tally.add('late', 1_000);
    expect(tally.size).toBe(1);
  });

  test('lets at most 200 attempts wait for others', async () => {
    const signIns = createSignIns(() => 0);
    const { promise: held, resolve: letGo } = Promise.withResolvers<string>();
    const who = { account: 'cy@desk.example', address: '192.0.2.1', isKnown: true };
    const attempts = Array.from({ length: 206 }, () => signIns.attempt(who, () => held).catch(() => 'refused'));
    letGo('in');
    const ended = await Promise.all(attempts);
    expect(ended.indexOf('refused')).toBe(60);
    expect(ended.slice(-1)).toEqual(['refused']);
  });
});
