import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** An import of a file of ours, static or not. */
const IMPORT = /(?:from|import)\s*\(?'(\.[^']+)'/g;

/**
 * The length of a test file with all that it imports of the tests' own: the more of it there is, the longer the file
 * takes, near enough.
 */
export function reach(path: string, seen = new Set<string>()): number {
  if (seen.has(path) || path.includes('/src/') || !existsSync(path)) return 0;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const imported = [...text.matchAll(IMPORT)].map(([, to]) => join(dirname(path), to!));
  return imported.reduce((sum, file) => sum + reach(file, seen), text.length);
}

/**
 * Starts what takes longest first, so that no processor is idle while the last file runs. A file in a process of its own
 * comes before those that share one: the short ones among those fill the end. How long a file takes is known from the
 * last run; on a machine without one, it is guessed.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache } = this.ctx;
    const isKnown = files.every(file => cache.getTestSpecificationResult(file) !== undefined);
    const sorted = isKnown ? await super.sort(files) : this.guessed(files);
    const [own, shared] = [true, false].map(isolate => sorted.filter(file => file.project.config.isolate === isolate));
    return [...own!, ...shared!];
  }

  private guessed(files: readonly TestSpecification[]): TestSpecification[] {
    const reaches = new Map(files.map(({ moduleId }) => [moduleId, reach(moduleId)]));
    return files.toSorted((a, b) => reaches.get(b.moduleId)! - reaches.get(a.moduleId)!);
  }
}
