/** The value below which `share` (0 to 1) of the sorted samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** One line of a bench's table: what, the figure asked for, the figure measured. */
export function figure(what: string, asked: string, measured: string): void {
  console.log(`${what.padEnd(52)} ${asked.padStart(16)} ${measured.padStart(28)}`);
}
