import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { patchedInk } from './bin/build/patched-ink.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { SkipReporter } from './test/harness/skip-reporter.ts';

/**
 * Test files that wait for real time, ride for minutes, count the bytes of whole days, break things one after the other,
 * meet servers of Debian, or ask anew in another way what others ask: a newcomer does not wait for them, and `.ci/run`
 * runs them before anything lands.
 */
const slow = [
  'test/recipes.test.ts',
  'test/conformance/http.test.ts',
  'test/cli/{bad-input,locked-database}.test.ts',
  'test/cli/commands/{backup,import-ndjson}.test.ts',
  'test/cli/commands/{administer/export-killed,conversations/export}.test.ts',
  'test/cli/kept/{process,real-time}.test.ts',
  'test/state/{properties,list/ghosts,outbox/journal-property,outbox/lying-center,sync/black-hole}.test.ts',
  'test/ui/hostile-fields.test.tsx',
  'test/center/database/sqlite/forgetting.test.ts',
  'test/center/export/round-trip.test.ts',
  'test/center/http/rate/browsers.test.ts',
  'test/center/mail/in/{forged-results,mailbox-dovecot,mailbox-faults,real-servers}.test.ts',
  'test/center/mail/out/real-relay.test.ts',
  'test/center/model/{listing/property,message/deleted-text}.test.ts',
  'test/faults/{backup-steps,desk/desk,edits,events,full-disk,later,mail-tokens,migrations,retries}.test.ts',
  'test/scenarios/{administration,administration-far,administration-names,administration-together,answered,bombs,budgets,covered}.test.ts',
  'test/scenarios/{cut-off,day,first-mail-kept,foreign,journey,journey-together,kept,life,links,long-message,merge,place,places}.test.ts',
  'test/scenarios/{filter-line,mail-accounts,mail-setup,presence,saved-replies,shared-queue,thrift,two-questions,verbs,views,working-days}.test.ts',
];

/** Test files that read a clock of their own or collect garbage. */
const timed = globSync('test/**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: ['test/postgres/**', ...slow],
}).filter(path =>
  /performance\.now|harness\/(?:growth|collect)\.ts/.test(readFileSync(new URL(path, import.meta.url), 'utf8')),
);

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

export default defineConfig({
  plugins: [patchedInk(), withoutMaps],
  test: {
    server: { deps: { inline: [drawing] } },
    // For what hangs. On a machine with other work, a test of two seconds can take ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, as it is otherwise, is short on a machine with other work.
    expect: { poll: { timeout: 10_000 } },
    // Two more than there are cores: many tests wait for a terminal or a clock.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new SkipReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'frontdesk',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/postgres/**', ...slow, ...timed],
          // A process loads each module once, not once a file: the program keeps no state in its modules, which
          // `architecture.test` sees to.
          isolate: false,
          setupFiles: ['test/harness/leave-nothing.ts'],
        },
      },
      {
        // In a process of its own, no other file has filled the heap or made the compiled code general.
        extends: true,
        test: { name: 'timed', include: timed },
      },
      {
        extends: true,
        test: { name: 'slow', include: slow, isolate: false, setupFiles: ['test/harness/leave-nothing.ts'] },
      },
      {
        // Its server is started only where tests of this project are run.
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/postgres/**/*.test.ts'],
          globalSetup: ['test/harness/postgres.ts'],
        },
      },
    ],
  },
});
