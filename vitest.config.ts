import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A second, as it is otherwise, is short on a machine with other work.
    expect: { poll: { timeout: 10_000 } },
    // The default leaves one core of two idle.
    maxWorkers: '100%',
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
