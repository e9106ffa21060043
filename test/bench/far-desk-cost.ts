import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../harness/front.ts';
import type { LineTraffic } from '../harness/measured-line.ts';
import type { Way } from './far-desk.ts';

/** What something cost on the way to the help center. */
export interface WayCost extends LineTraffic {
  /** The same without TLS, in both directions. */
  readonly plain: number;
  readonly exchanges: readonly Exchange[];
}

/** What goes over the way from `act` until `settled` says that it is over. */
export async function wayCost(
  { line, front }: Way,
  act: () => unknown,
  settled: () => Promise<unknown>,
): Promise<WayCost> {
  const before = line.traffic();
  const plainBefore = front.bytes();
  const exchangesBefore = front.exchanges.length;
  await act();
  await settled();
  const after = line.traffic();
  return {
    up: after.up - before.up,
    down: after.down - before.down,
    connections: after.connections - before.connections,
    plain: front.bytes() - plainBefore,
    exchanges: front.exchanges.slice(exchangesBefore),
  };
}

/** Waits until the line has carried nothing for so long, and nothing is under way. */
export async function restOf({ line }: Pick<Way, 'line'>, quietMs: number): Promise<void> {
  let [known, since] = [-1, performance.now()];
  while (performance.now() - since < quietMs) {
    const { up, down } = line.traffic();
    if (up + down !== known || line.waitMs() > 0) [known, since] = [up + down, performance.now()];
    await sleep(20);
  }
}

/** The bytes of these exchanges, in both directions. */
export function bytesOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { request, answer }) => sum + request.length + answer.length, 0);
}

/** A kilobyte has 1,000 bytes. */
export function kB(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}

/** Until the screen shows it; returns after how long, in seconds. Infinity if it does not come. */
export async function secondsUntil(
  isTrue: () => boolean,
  withinSeconds: number,
  began = performance.now(),
): Promise<number> {
  while (!isTrue()) {
    if (performance.now() - began > withinSeconds * 1_000) return Number.POSITIVE_INFINITY;
    await sleep(10);
  }
  return (performance.now() - began) / 1_000;
}

/** Prints each request below the figure that it belongs to, if that is asked for. */
export function tellCalls(exchanges: readonly Exchange[]): void {
  if (!process.env.FRONTDESK_BENCH_CALLS) return;
  for (const { called, request, answer } of exchanges)
    console.log(`    ${called}  ${request.length} + ${answer.length}`);
}
