import { createRandom as createNumbers } from '../harness/random.ts';

/** Numbers that look like chance and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `most` - 1. */
  below(most: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Choices that are the same for the same seed. */
export function createRandom(seed: number): Random {
  const next = createNumbers(seed);
  const below = (most: number): number => Math.floor(next() * most);
  return { below, chance: share => next() < share, pick: list => list[below(list.length)]! };
}
