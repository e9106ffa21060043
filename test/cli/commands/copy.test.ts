import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';

test('copy copies a help center only to an empty file, and says what it compared', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const [from, to] = [join(folder, 'a.db'), join(folder, 'deep', 'b.db')];
  await runShell(['sample', '--conversations', '12', '--database', from], { env });
  const copied = await runShell(['copy', '--from', from, '--to', to], { env });
  expect(copied).toMatchObject({ code: 0, stderr: '' });
  expect(copied.stdout).toMatch(/^conversation +12 rows {2}sha256 [0-9a-f]{16}$/m);
  expect(copied.stdout).toMatch(/counts and hashes are the same on both sides\.\n0 attachment files belong to it/);
  const again = await runShell(['copy', '--from', from, '--to', to], { env });
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/holds a help center already/) });
  const typo = await runShell(['copy', '--from', join(folder, 'typo.db'), '--to', to], { env });
  expect(typo).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/There is no file .*typo\.db\. Nothing was copied/),
  });
  expect(existsSync(join(folder, 'typo.db'))).toBe(false);
  expect((await runShell(['copy', '--from', from], { env })).code).toBe(2);
});
