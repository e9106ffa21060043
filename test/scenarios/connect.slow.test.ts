import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { makeConversation } from '../center/conversations.ts';
import { servedCenter } from '../cli/served-center.ts';
import { shellHere } from '../cli/shell-here.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const PASSWORD = 'seven blue lanterns';
const EMPTY = 'Load sample conversations';

/** A help center elsewhere with one conversation and an agent, and a machine on which nothing was started yet. */
async function open() {
  const center = await servedCenter();
  // The desk says if the clocks differ. A token ends 30 days after its last use.
  while (center.clock.now < Date.now()) {
    center.clock.now = Math.min(Date.now(), center.clock.now + 20 * 24 * 3_600_000);
    await center.call('GET', '/me');
  }
  await makeConversation(center, { title: 'Where is my parcel?' });
  const ana = { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin', password: PASSWORD };
  await center.call('POST', '/agents', { body: ana });
  const env = deskEnvironment(temporaryFolder());
  const start = (...args: string[]) => openBuiltDesk(args, env, { columns: 110, rows: 30 });
  const file = join(env.XDG_STATE_HOME!, 'frontdesk/sign-ins.json');
  const token = (): `fd${string}` => JSON.parse(readFileSync(file, 'utf8'))[0].token;
  return { center, env, start, token };
}

function keptOn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join();
}

type Desk = Awaited<ReturnType<typeof open>>['start'] extends (...args: never) => infer Started ? Started : never;

async function write(desk: Desk, box: string, text: string): Promise<void> {
  await desk.sees(box);
  desk.type(text);
  await desk.settled(40);
  desk.press('enter');
}

test('the first screen connects to a help center, to which the next start goes, until logout', async () => {
  const { center, env, start, token } = await open();
  const { host } = new URL(center.url);
  const desk = start();
  await desk.sees(EMPTY);
  desk.press('3');
  await write(desk, 'Address of the help center', 'http://192.0.2.1');
  await desk.sees('is not encrypted');
  desk.press('ctrl-u');
  await write(desk, 'Address of the help center', center.url);
  await write(desk, `sign in with at`, 'ana@shop.example');
  await write(desk, 'Password of ana@shop.example', 'a wrong one');
  await desk.sees('The email or the password is wrong');
  desk.resetBytes();
  await write(desk, 'Password of ana@shop.example', PASSWORD);
  await desk.sees('Where is my parcel?');
  await desk.sees(`Signed in to ${host}`);
  expect(readFileSync(`/proc/${desk.pid}/cmdline`, 'latin1')).not.toContain(token());
  expect(desk.output()).not.toContain(PASSWORD);
  desk.press('quit');
  expect((await desk.exit()).exitCode).toBe(0);

  const next = start();
  await next.sees('Where is my parcel?');
  const former = token();
  await center.call('POST', '/logout', { as: former });
  next.press('conversation.assign-me');
  await next.sees('gs signs in');
  next.press('sign-in');
  await next.sees('Sign in to');
  next.press('1');
  await write(next, 'Password of ana@shop.example', PASSWORD);
  await next.sees('Signed in as Ana Ortiz');
  expect(token()).not.toBe(former);
  next.press('quit');
  await next.exit();
  for (const secret of [PASSWORD, 'a wrong one']) expect(keptOn(env.XDG_STATE_HOME!)).not.toContain(secret);

  vi.stubEnv('XDG_STATE_HOME', env.XDG_STATE_HOME);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { shell, stdout } = shellHere();
  expect(await run(shell, ['logout'])).toBe(0);
  expect(stdout()).toContain('frontdesk opens the help center on this machine now.');
  expect(token).toThrow('ENOENT');
});

test('a desk whose token is refused goes on with the one of a new login, which shows no password', async () => {
  const { center, env, start, token } = await open();
  vi.stubEnv('XDG_STATE_HOME', env.XDG_STATE_HOME);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { shell } = shellHere({}, `ana@shop.example\n${PASSWORD}\n`);
  expect(await run(shell, ['login', center.url])).toBe(0);
  const former = token();
  const desk = start();
  await desk.sees('Where is my parcel?');

  const login = start('login', center.url, '--email', 'ana@shop.example');
  await login.sees('Password of ana@shop.example:');
  login.type(`${PASSWORD}\r`);
  expect((await login.exit()).exitCode).toBe(0);
  expect(login.output()).not.toContain(PASSWORD);
  expect(token()).not.toBe(former);

  await center.call('POST', '/logout', { as: former });
  desk.press('conversation.archive');
  await expect
    .poll(() => center.call('GET', '/conversations/1'))
    .toMatchObject({
      body: { data: { archived: true } },
    });
});
