import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completePath } from '../../../src/cli/desk/complete-path.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

function folderOfMail(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'mail-old'));
  for (const name of ['mail-2025.mbox', 'mail-2026.mbox', 'notes.eml', '.hidden', 'evil\u001b[31m.eml'])
    writeFileSync(join(folder, name), '');
  return folder;
}

test.each([
  ['n', 'notes.eml', ['notes.eml']],
  ['mail', 'mail-', ['mail-2025.mbox', 'mail-2026.mbox', 'mail-old/']],
  ['mail-2', 'mail-202', ['mail-2025.mbox', 'mail-2026.mbox']],
  ['mail-o', 'mail-old/', ['mail-old/']],
  ['mail-old/', 'mail-old/', []],
  ['.h', '.hidden', ['.hidden']],
  ['e', 'e', []],
  ['zzz', 'zzz', []],
  ['nowhere/x', 'nowhere/x', []],
])('%j completes to %j', async (typed, path, names) => {
  const folder = folderOfMail();
  expect(await completePath(`${folder}/${typed}`)).toEqual({ path: `${folder}/${path}`, names });
});

test('the home folder is ~, and stays so', async () => {
  expect((await completePath('~')).path).toMatch(/^~\//);
});
