import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runHere } from '../shell-here.ts';

test.for(['database', 'folder'])('frontdesk files move %s says of a file that its attachments stay', async to => {
  const folder = temporaryFolder();
  const args = ['files', 'move', to, '--database', join(folder, 'center.db')];
  const { code, stdout, stderr } = await runHere(args, deskEnvironment(folder));
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `frontdesk: The attachments of a help center in a file are in ${join(folder, 'attachments')}. Nothing was moved: ` +
      'only those of one on PostgreSQL can be in the database.\n',
  );
});
