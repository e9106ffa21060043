import { parseArgs } from 'node:util';

/** The options of every soak. */
export interface SoakOptions {
  /** How often, or how many. */
  readonly times: number;
  readonly seed: number;
  readonly names: readonly string[];
}

/** Reads `[--times n] [--seed n] [name…]`, and says the seed, with which the same run comes again. */
export function readOptions(defaultTimes: number): SoakOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { times: { type: 'string' }, seed: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const times = Number(values.times ?? defaultTimes);
  if (!Number.isInteger(seed) || !Number.isInteger(times) || times < 1)
    throw new Error('--times and --seed are numbers.');
  say(`seed ${seed}`);
  return { times, seed, names: positionals };
}

/** One line of progress. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
