import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SkipReporter } from './test/harness/skip-reporter.ts';

const ownWidth = fileURLToPath(new URL('src/text/width.ts', import.meta.url));

/** Ink counts columns by our own table here, as it does in the bundle (`tsdown.config.ts`). */
const ownWidths = {
  name: 'own-widths',
  enforce: 'pre' as const,
  resolveId: (source: string, importer = '') =>
    source === 'string-width' && importer.includes('/node_modules/') ? '\0own-width' : undefined,
  load: (id: string) =>
    id === '\0own-width' ? `export { width as default } from ${JSON.stringify(ownWidth)};` : undefined,
};

export default defineConfig({
  plugins: [ownWidths],
  test: {
    server: {
      deps: { inline: [/\/node_modules\/(?:ink|ink-text-input|wrap-ansi|cli-truncate|slice-ansi|widest-line)\//] },
    },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A second, as it is otherwise, is short on a machine with other work.
    expect: { poll: { timeout: 10_000 } },
    // The default leaves one core of two idle.
    maxWorkers: '100%',
    reporters: ['default', new SkipReporter()],
    projects: [
      {
        extends: true,
        test: { name: 'frontdesk', include: ['test/**/*.test.{ts,tsx}'], exclude: ['test/postgres/**'] },
      },
      {
        // Its server is started only where tests of this project are run.
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/postgres/**/*.test.ts'],
          // Each statement goes to another process and back, which takes long on a machine with other work.
          testTimeout: 60_000,
          globalSetup: ['test/harness/postgres.ts'],
        },
      },
    ],
  },
});
