import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ownModules } from './bin/build/own-modules.ts';
import { LeftBehind } from './test/harness/left-behind.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { reaches } from './test/harness/reaches.ts';
import { SkipReporter } from './test/harness/skip-reporter.ts';

/**
 * Test files that wait for real time, run for minutes, count the bytes of whole days, break things one after the other,
 * meet servers of Debian, or sweep at full size. `.ci/run` runs them before anything lands.
 */
const slow = ['test/**/*.slow.test.{ts,tsx}'];

/** Test files that repeat: `npm test` makes a tenth of it, the slow lane all (`test/harness/full.ts`). */
const repeating = globSync('test/**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: ['test/postgres/**', ...slow],
}).filter(path => reaches(join(import.meta.dirname, path), '/harness/full.ts'));

/** Tests of the slow lanes meet real servers, clocks and lines: one that fails is tried once more, which is listed. */
const retry = 1;

const drawing =
  /\/node_modules\/(?:ink|@alcalzone\/ansi-tokenize|ink-text-input|wrap-ansi|cli-truncate|slice-ansi|widest-line)\//;

/** The packages that draw come with maps to sources that they leave out: each would be a warning. */
const withoutMaps = {
  name: 'without-maps',
  enforce: 'pre' as const,
  load: (id: string) =>
    drawing.test(id) && id.endsWith('.js')
      ? readFileSync(id, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
      : null,
};

/** In place of what the user of this machine keeps: no test reads or writes that. */
const home = mkdtempSync(join(tmpdir(), 'frontdesk-test-home-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
const ownHome = Object.fromEntries(['CONFIG', 'DATA', 'STATE'].map(name => [`XDG_${name}_HOME`, join(home, name)]));

export default defineConfig({
  plugins: [ownModules(), withoutMaps],
  test: {
    env: ownHome,
    server: { deps: { inline: [drawing] } },
    // For what hangs: on a busy machine a test of 2 s can take 20 s or more. What a test waits for has a minute, and
    // the test itself longer, so that it fails with what it saw last.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Two more than there are cores: many tests wait for a terminal or a clock.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new SkipReporter(), new LeftBehind(import.meta.dirname)],
    projects: [
      {
        extends: true,
        test: {
          name: 'frontdesk',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/postgres/**', ...slow],
          // A process loads each module once, not once a file: the program keeps no state in its modules, which
          // `architecture.test` sees to.
          isolate: false,
          setupFiles: ['test/harness/leave-nothing.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          retry,
          include: [...slow, ...repeating],
          env: { ...ownHome, FRONTDESK_WHOLE: '1' },
          isolate: false,
          setupFiles: ['test/harness/leave-nothing.ts'],
        },
      },
      {
        // Its server is started only where tests of this project are run.
        extends: true,
        test: {
          name: 'postgres',
          retry,
          include: ['test/postgres/**/*.test.ts'],
          globalSetup: ['test/harness/postgres.ts'],
        },
      },
    ],
  },
});
