import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcher } from '../../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';

async function startServe(env: Record<string, string>, ...args: string[]) {
  const server = spawn(process.execPath, [launcher, 'serve', '--port', '0', ...args], { env });
  onTestFinished(() => void server.kill('SIGKILL'));
  let [out, said] = ['', ''];
  server.stderr.on('data', chunk => {
    said += chunk;
  });
  while (!out.includes('\n')) out += String((await once(server.stdout, 'data'))[0]);
  return { port: Number(/:(\d+)\n/.exec(out)![1]), said: () => said, server };
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

function withCenterSettings(text: string): Record<string, string> {
  const env = deskEnvironment(temporaryFolder());
  mkdirSync(join(env.XDG_CONFIG_HOME!, 'frontdesk'), { recursive: true });
  writeFileSync(join(env.XDG_CONFIG_HOME!, 'frontdesk', 'config.toml'), `[center]\n${text}\n`);
  return env;
}

test('after SIGTERM it serves on while a proxy looks at /ready, until the next signal', async () => {
  const { port, said, server } = await startServe(withCenterSettings('drain = 3600'));
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/agent/v1/${path}`);
    return [answer.status, answer.headers.get('connection'), await answer.text()];
  };
  expect(await ask('ready')).toMatchObject([200, null, expect.stringContaining('"ready"')]);
  server.kill('SIGTERM');
  await expect.poll(said).toContain('Serving ends in 3600 s');
  expect(await ask('ready')).toMatchObject([503, 'close', expect.stringContaining('shutting down')]);
  expect(await ask('health')).toMatchObject([200, 'close', expect.stringContaining('"ok"')]);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test('after SIGTERM it ends at once if nothing looks at /ready, or if drain is 0', async () => {
  for (const [settings, path] of [
    ['drain = 3600', 'health'],
    ['drain = 0', 'ready'],
  ] as const) {
    const { port, server } = await startServe(withCenterSettings(settings));
    expect((await fetch(`http://127.0.0.1:${port}/api/agent/v1/${path}`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await once(server, 'exit'), settings).toEqual([0, null]);
  }
});

test('with log = "json" each line is an object: of a request with its trace, and of an event with its sentence', async () => {
  const { port, said, server } = await startServe(withCenterSettings('drain = 3600\nlog = "json"'));
  const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { traceparent: `00-${trace}-${parent}-01`, 'x-request-id': 'mine' };
  await fetch(`http://127.0.0.1:${port}/api/agent/v1/ready`, { headers });
  server.kill('SIGTERM');
  await expect.poll(said).toContain('Serving ends in 3600 s');
  server.kill('SIGTERM');
  await once(server, 'exit');
  const lines = said()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const request = { method: 'GET', route: 'service.ready', status: 200, caller: 'nobody', request_id: 'mine' };
  expect(lines).toEqual([
    { time, ...request, ms: expect.any(Number), trace_id: trace, parent_id: parent },
    { time, message: expect.stringMatching(/^Serving ends in 3600 s/) },
  ]);
});

test('a reader of the log that does not read holds neither the service nor its end', async () => {
  const env = deskEnvironment(temporaryFolder());
  const { port, server } = await startServe(env);
  server.stderr.removeAllListeners('data').pause();
  const long = 'x'.repeat(64);
  const head = { headers: { 'x-request-id': long } };
  const ask = () => fetch(`http://127.0.0.1:${port}/api/agent/v1/health`, head).then(({ status }) => status);
  // More than the pipe, the streams at both ends and what may wait: 110 bytes a line.
  for (let left = 130; left > 0; left -= 1)
    expect(await Promise.all(Array.from({ length: 100 }, ask))).not.toContain(503);
  expect(await ask()).toBe(200);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});
