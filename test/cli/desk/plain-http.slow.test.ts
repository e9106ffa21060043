import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';

test('serve starts where other machines can reach it with --insecure, and says what that means', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const args = ['serve', '--host', '0.0.0.0', '--port', '0', '--database', join(folder, 'center.db')];
  const server = spawn(process.execPath, [launcher, ...args, '--insecure'], { env });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  server.stderr.on('data', chunk => {
    said += chunk;
  });
  expect(String((await once(server.stdout, 'data'))[0])).toMatch(/^listening on http:\/\/0\.0\.0\.0:\d+\n/);
  expect(said).toMatch(/^frontdesk: serve speaks plain HTTP, and other machines can reach 0\.0\.0\.0\./);
  server.kill('SIGTERM');
  expect((await once(server, 'exit'))[0]).toBe(0);
});
