import { describe, expect, it } from 'vitest';
import { createBackOff } from '../../../src/state/outbox/back-off.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

describe('the wait after a failure', () => {
  it('is never longer than planned, at most a quarter shorter, and not the same for all desks', () => {
    const planned = [1, 2, 4, 8, 16, 30, 30].map(seconds => seconds * 1_000);
    for (const random of [0, 0.3, 0.999]) {
      const clock = handClock();
      const backOff = createBackOff(clock.elapsed, () => random);
      const waits = planned.map(() => {
        backOff.failed('a', 0);
        const waitMs = backOff.waitOfMs('a');
        clock.advance(waitMs);
        return waitMs;
      });
      expect(waits).toEqual(planned.map(ms => Math.round(ms * (1 - random / 4))));
    }
  });

  it('ends when the link is back, but not before the time that the help center asked for', async () => {
    const bench = await openDesk([row(1)], { random: () => 0.5 });
    const { fetch } = bench.center;
    bench.link = 'down';
    bench.desk.commit('note.add', { ids: [1], details: 'Called her.' });
    await bench.idle();
    bench.link = 'up';
    bench.desk.linkIsBack();
    await bench.idle();
    expect(bench.desk.world().pending).toEqual([]);

    const busy = { error: { code: 'rate_limited', message: 'Too many requests.' } };
    bench.center.fetch = async () =>
      new Response(JSON.stringify(busy), { status: 429, headers: { 'retry-after': '20' } });
    bench.desk.commit('note.add', { ids: [1], details: 'Called him.' });
    await bench.idle();
    bench.center.fetch = fetch;
    bench.desk.linkIsBack();
    bench.clock.advance(19_000);
    await bench.idle();
    expect(bench.desk.world().pending).toHaveLength(1);
    bench.clock.advance(1_000);
    await bench.idle();
    expect(bench.desk.world().pending).toEqual([]);
  });
});
