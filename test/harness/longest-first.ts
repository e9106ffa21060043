import { existsSync, readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { importsOf, reaches } from './reaches.ts';

/**
 * The length of a test file with all that it imports of the tests' own: the more of it there is, the longer the file
 * takes, near enough.
 */
function reach(path: string, seen = new Set<string>()): number {
  if (seen.has(path) || path.includes('/src/') || !existsSync(path)) return 0;
  seen.add(path);
  const length = readFileSync(path, 'utf8').length;
  return importsOf(path).reduce((sum, file) => sum + reach(file, seen), length);
}

/** Whether a test file, or what it imports of the tests' own, starts a terminal: then it mostly waits. */
function waits(path: string): boolean {
  return reaches(path, '/pty.ts');
}

/** Each item at the share of the whole length at which it begins. */
function spread<Item>(items: readonly Item[], lengthOf: (item: Item) => number) {
  const whole = items.reduce((sum, item) => sum + lengthOf(item), 0);
  let before = 0;
  return items.map(item => {
    const at = before / whole;
    before += lengthOf(item);
    return { item, at };
  });
}

/**
 * Starts what takes longest first, so that no processor is idle while the last file runs; what waits for a terminal is
 * spread among what computes, so that none is idle before. A file in a process of its own comes before those that share
 * one, first those that wait: the short ones among the others fill the end. How long a file takes is known from the last run; on a machine without
 * one, it is guessed.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lengthOf = this.lengths(files);
    const sorted = files.toSorted((a, b) => lengthOf(b) - lengthOf(a));
    const own = sorted.filter(({ project }) => project.config.isolate);
    const early = own.filter(one => waits(one.moduleId));
    const shared = sorted.filter(({ project }) => !project.config.isolate);
    const [waiting, computing] = [true, false].map(does => shared.filter(one => waits(one.moduleId) === does));
    const mixed = [...spread(waiting!, lengthOf), ...spread(computing!, lengthOf)].toSorted((a, b) => a.at - b.at);
    return [...early, ...own.filter(one => !early.includes(one)), ...mixed.map(({ item }) => item)];
  }

  private lengths(files: readonly TestSpecification[]): (file: TestSpecification) => number {
    const { cache } = this.ctx;
    const known = files.map(file => cache.getTestSpecificationResult(file));
    const isKnown = known.every(result => result !== undefined);
    const lengths = new Map(files.map((file, at) => [file, isKnown ? known[at]!.duration : reach(file.moduleId)]));
    return file => lengths.get(file)! + 1;
  }
}
