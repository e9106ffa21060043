import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { runShell } from './run-shell.ts';

test('a command works as the system’s user, with any USER, and makes no second admin', async () => {
  const home = temporaryFolder();
  const database = join(home, 'center.db');
  const run = (args: readonly string[], more = {}) =>
    runShell([...args, '--database', database], { env: { HOME: home, PATH: process.env.PATH!, ...more } });
  for (const environment of [{}, { USER: 'mallory', LOGNAME: 'mallory' }])
    expect(await run(['conversations', 'list'], environment)).toMatchObject({ code: 0, stderr: '' });
  const agents = JSON.parse((await run(['agent', 'list', '--json', 'name,role'], { USER: 'unknown' })).stdout);
  expect(agents).toEqual([{ name: userInfo().username, role: 'admin' }]);
});
