import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

test('the built program opens a desk and serves without a package beside it', async () => {
  const folder = temporaryFolder();
  const checkout = dirname(dirname(launcher));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(checkout, part), join(folder, 'installed', part), { recursive: true });
  const installed = join(folder, 'installed', 'bin', 'frontdesk.js');
  const env = deskEnvironment(folder);
  const desk = openTerminal({
    command: process.execPath,
    args: [installed, '--sample'],
    env,
    columns: 100,
    rows: 30,
  });
  await desk.sees('Unresolved');
  desk.press('q');
  expect((await desk.exit()).exitCode).toBe(0);

  const server = spawn(process.execPath, [installed, 'serve', '--port', '0'], { env });
  onTestFinished(() => void server.kill('SIGKILL'));
  const url = /^listening on (\S+)/.exec(String((await once(server.stdout, 'data'))[0]))?.[1];
  expect((await fetch(`${url}/api/agent/v1/health`)).status).toBe(200);
});
