import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runHere } from '../shell-here.ts';

test('copy copies a help center only to an empty file, and says what it compared', async () => {
  const folder = temporaryFolder();
  const frontdesk = (args: readonly string[]) => runHere(args, deskEnvironment(folder));
  const [from, to] = [join(folder, 'a.db'), join(folder, 'deep', 'b.db')];
  await frontdesk(['sample', '--conversations', '12', '--database', from]);
  const copied = await frontdesk(['copy', '--from', from, '--to', to]);
  expect(copied).toMatchObject({ code: 0, stderr: '' });
  expect(copied.stdout).toMatch(/^conversation +12 rows {2}sha256 [0-9a-f]{16}$/m);
  expect(copied.stdout).toMatch(/counts and hashes are the same on both sides\.\n0 attachment files belong to it/);
  const again = await frontdesk(['copy', '--from', from, '--to', to]);
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/holds a help center already/) });
  const typo = await frontdesk(['copy', '--from', join(folder, 'typo.db'), '--to', to]);
  expect(typo).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/There is no file .*typo\.db\. Nothing was copied/),
  });
  expect(existsSync(join(folder, 'typo.db'))).toBe(false);
  expect((await frontdesk(['copy', '--from', from])).code).toBe(2);
});
