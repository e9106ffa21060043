import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { keptFile } from '../../src/cli/kept-file.ts';
import { temporaryFolder } from '../harness/temporary.ts';

test('each help center has a file of its own', () => {
  const folder = temporaryFolder();
  expect(keptFile(folder, 'https://a.example').path).not.toBe(keptFile(folder, 'https://b.example').path);
});

test('a second desk beside the first has a second file, and takes up the first once that one has ended', () => {
  const folder = temporaryFolder();
  const first = keptFile(folder, '/data/center.db');
  const second = keptFile(folder, '/data/center.db');
  expect(second.path).not.toBe(first.path);
  first.release();
  expect(keptFile(folder, '/data/center.db').path).toBe(first.path);
});

test('the first desk finds the same file in every release', () => {
  expect(basename(keptFile(temporaryFolder(), '/data/center.db').path)).toBe('desk-785251def8bf.json');
});

test.each([
  ['killed', String(spawnSync(process.execPath, ['-e', '0']).pid)],
  ['killed before it said who it is', ''],
])('the file of a desk that was %s is taken up', (_how, said) => {
  const folder = temporaryFolder();
  const { path, release } = keptFile(folder, '/data/center.db');
  release();
  writeFileSync(`${path}.lock`, said);
  expect(keptFile(folder, '/data/center.db').path).toBe(path);
});
