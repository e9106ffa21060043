import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/cli/paths.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const module = fileURLToPath(new URL('../../src/cli/paths.ts', import.meta.url));

/** Makes a hundred deep folders, from the same moment on. */
function script(parent: string, atMs: number): string {
  return `
  import { makeFolder } from ${JSON.stringify(module)};
  while (Date.now() < ${atMs});
  for (let at = 0; at < 100; at += 1) makeFolder(${JSON.stringify(parent)} + '/' + at + '/a/b/c', 'x');`;
}

test('two processes that start at once may make the same folders', async () => {
  const parent = temporaryFolder();
  const text = script(parent, Date.now() + 1_000);
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text]);
  await Promise.all([run(), run(), run()]);
  expect(statSync(join(parent, '99/a/b/c')).mode & 0o777).toBe(0o700);
});

test('a folder under /proc, and one below a file, is refused with a sentence', () => {
  for (const path of ['/proc/none/of/this', '/dev/null/x'])
    expect(() => makeFolder(path, '--database')).toThrow(/cannot be made .*Choose another place with --database/);
});
