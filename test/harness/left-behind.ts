import { readdirSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** A run fails if it leaves a file or a folder at the top of the checkout: a test has used a path without a folder. */
export class LeftBehind implements Reporter {
  private readonly folder: string;
  private before: readonly string[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  onInit(): void {
    this.before = readdirSync(this.folder);
  }

  onTestRunEnd(): void {
    const left = readdirSync(this.folder).filter(name => !this.before.includes(name));
    if (left.length === 0) return;
    process.stdout.write(`The tests left behind in ${this.folder}: ${left.join(', ')}.\n`);
    process.exitCode = 1;
  }
}
