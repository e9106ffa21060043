import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../../harness/launcher.ts';
import { MODES_AT_REST } from '../../harness/modes.ts';
import { openTerminal } from '../../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runHere } from '../shell-here.ts';

test('serve prints its address, serves a desk elsewhere, and exits with 0 on SIGTERM', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const database = join(folder, 'center.db');
  await runHere(['sample', '--conversations', '20', '--database', database], env);
  const key = (await runHere(['key', 'create', 'desk', '--database', database], env)).stdout.trim();
  const server = spawn(process.execPath, [launcher, 'serve', '--port', '0', '--database', database], { env });
  onTestFinished(() => void server.kill('SIGKILL'));
  let [out, log] = ['', ''];
  server.stderr.on('data', chunk => {
    log += chunk;
  });
  while (!out.includes('\n')) out += String((await once(server.stdout, 'data'))[0]);
  const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(out)?.[1];
  expect(url).toBeDefined();
  expect((await fetch(`${url}/api/agent/v1/health`)).status).toBe(200);

  const desk = openTerminal({
    command: process.execPath,
    args: [launcher, '--url', url!],
    env: { ...env, FRONTDESK_TOKEN: key },
    columns: 100,
    rows: 30,
  });
  await desk.sees('Unresolved');
  desk.press('conversation.archive');
  await desk.sees('z undoes');
  desk.press('quit');
  expect((await desk.exit()).exitCode).toBe(0);
  expect(desk.modes()).toEqual(MODES_AT_REST);

  server.kill('SIGTERM');
  const [code] = await once(server, 'exit');
  expect(code).toBe(0);
  expect(log).toMatch(/POST .*archive/);
  expect(log).not.toContain(key);
});
