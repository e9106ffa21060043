import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** One line of a bench's table: what, the figure asked for, the figure measured. */
export function figure(what: string, asked: string, measured: string): void {
  process.stdout.write(`${what.padEnd(52)} ${asked.padStart(16)} ${measured.padStart(28)}\n`);
}

/** The median and the slow end of some times, with a number of decimals. */
export function spread(samples: readonly number[], decimals = 2): string {
  const [p50, p95] = [0.5, 0.95].map(share => percentile(samples, share).toFixed(decimals));
  return `p50 ${p50}  p95 ${p95} ms`;
}

/** How many milliseconds something takes. */
export async function tookMs(run: () => unknown): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Does something while another writes again and again; returns how long it took, and each write, in milliseconds. */
export async function amongWrites(write: () => Promise<unknown>, work: () => Promise<unknown>) {
  const waits: number[] = [];
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      waits.push(await tookMs(write));
      await sleep(5);
    }
  })();
  const ms = await tookMs(work).finally(() => {
    isDone = true;
  });
  await writing;
  return { ms, waits };
}

/**
 * Measures each kind once a round. Every other round goes backwards, because the last one finds a warmer machine.
 * The samples of warm-up rounds are dropped.
 */
export async function inTurns<Kinds extends Readonly<Record<string, (round: number) => Promise<unknown>>>>(
  kinds: Kinds,
  rounds: number,
  warmUps = 0,
): Promise<{ [Name in keyof Kinds]: Awaited<ReturnType<Kinds[Name]>>[] }> {
  const names = Object.keys(kinds);
  const samples: Record<string, unknown[]> = Object.fromEntries(names.map(name => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await kinds[name]!(round);
      if (round >= 0) samples[name]!.push(sample);
    }
  return samples as Awaited<ReturnType<typeof inTurns<Kinds>>>;
}

/** A folder that is removed when the bench ends. */
export function benchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
