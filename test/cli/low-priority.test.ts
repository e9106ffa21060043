import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('../../src/cli/low-priority.ts', import.meta.url));

/** Reads a file, which starts the threads for that, lowers the priority, and prints that of each thread. */
const PROGRAM = `
  import { readdirSync } from 'node:fs';
  import { readFile } from 'node:fs/promises';
  import { getPriority } from 'node:os';
  import { lowerPriority } from ${JSON.stringify(MODULE)};
  await readFile(${JSON.stringify(MODULE)});
  lowerPriority();
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  console.log(JSON.stringify(threads.map(thread => getPriority(thread))));
`;

test('every thread of the process gets the lowest priority, also one that ran before', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(new Set(JSON.parse(stdout) as number[])).toEqual(new Set([19]));
});
