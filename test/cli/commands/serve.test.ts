import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../../harness/launcher.ts';
import { MODES_AT_REST } from '../../harness/modes.ts';
import { openTerminal } from '../../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';

async function startServe(env: Record<string, string>, ...args: string[]) {
  const server = spawn(process.execPath, [launcher, 'serve', '--port', '0', ...args], { env });
  onTestFinished(() => void server.kill('SIGKILL'));
  let [out, said] = ['', ''];
  server.stderr.on('data', chunk => {
    said += chunk;
  });
  while (!out.includes('\n')) out += String((await once(server.stdout, 'data'))[0]);
  return { port: Number(/:(\d+)\n/.exec(out)![1]), said: () => said };
}

/** The answer to `GET /health` with this Host. */
function answerAs(port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/api/agent/v1/health', headers: { host } },
      async answer => {
        resolve(`${answer.statusCode} ${(await answer.toArray()).join('')}`);
      },
    );
    asked.once('error', reject).end();
  });
}

test('serve answers for this machine, the address it listens on, public_url and the hosts of the settings', async () => {
  const env = deskEnvironment(temporaryFolder());
  const bare = await startServe(env, '--host', '0.0.0.0', '--insecure');
  const asks = 'It answers for localhost, 0.0.0.0. Add others to `hosts` in [center] of the settings.';
  await expect.poll(bare.said).toContain(asks);
  for (const host of ['localhost', '0.0.0.0', '127.0.0.1:80']) expect(await answerAs(bare.port, host)).toMatch(/^200/);
  expect(await answerAs(bare.port, 'desk.example')).toMatch(/^404 .*can add it to `hosts` in the settings/);

  const settings = '[center]\nhosts = ["desk.example"]\n[mail]\npublic_url = "https://help.example/"\n';
  mkdirSync(join(env.XDG_CONFIG_HOME!, 'frontdesk'), { recursive: true });
  writeFileSync(join(env.XDG_CONFIG_HOME!, 'frontdesk', 'config.toml'), settings);
  const told = await startServe(env, '--host', '0.0.0.0', '--insecure');
  for (const host of ['localhost', 'desk.example', 'help.example:443'])
    expect(await answerAs(told.port, host)).toMatch(/^200/);
  expect(await answerAs(told.port, 'evil.example')).toMatch(/^404/);
  await expect.poll(told.said).toContain('for localhost, 0.0.0.0, help.example, desk.example. Add');
});

test('serve prints its address, serves a desk elsewhere, and exits with 0 on SIGTERM', async () => {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  const database = join(folder, 'center.db');
  await runShell(['sample', '--conversations', '20', '--database', database], { env });
  const key = (await runShell(['key', 'create', 'desk', '--database', database], { env })).stdout.trim();
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
