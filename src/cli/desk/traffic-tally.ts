import type { CenterTraffic } from '../../state/host.ts';

const SECONDS = 60;

/** Adds up bytes sent and received, and remembers those of the last minute. */
export interface TrafficTally {
  add(sent: number, received: number): void;
  read(): CenterTraffic;
}

/** A tally of nothing yet, on a clock of milliseconds. */
export function createTrafficTally(now: () => number = () => performance.now()): TrafficTally {
  const all = { sent: 0, received: 0 };
  const bySecond = new Map<number, number>();
  const forgetOld = (): number => {
    const second = Math.floor(now() / 1_000);
    for (const old of bySecond.keys()) if (old <= second - SECONDS) bySecond.delete(old);
    return second;
  };
  return {
    add: (sent, received) => {
      const second = forgetOld();
      if (sent + received > 0) bySecond.set(second, (bySecond.get(second) ?? 0) + sent + received);
      all.sent += sent;
      all.received += received;
    },
    read: () => {
      forgetOld();
      return { ...all, lastMinute: [...bySecond.values()].reduce((sum, bytes) => sum + bytes, 0) };
    },
  };
}
