import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { coverPath } from '../../../src/cli/cache/cover.ts';
import { identityOfAddress } from '../../../src/cli/center-identity.ts';
import { framePath, writeFrame } from '../../../src/cli/first-frame/frame-file.ts';
import { witness } from '../../../src/cli/first-frame/witness.ts';
import { cachePath, deskPrefix } from '../../../src/cli/kept/names.ts';
import { run } from '../../../src/cli/main.ts';
import { paintingOf } from '../../../src/terminal/output/stage.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { keptWith, openStorage } from '../kept/open-storage.ts';
import { type ServedCenter, servedCenter } from '../served-center.ts';
import { shellHere } from '../shell-here.ts';

const PASSWORD = 'seven blue lanterns';

let folder: string;
let center: ServedCenter;
beforeEach(async () => {
  folder = temporaryFolder();
  for (const name of ['STATE', 'CONFIG', 'DATA']) vi.stubEnv(`XDG_${name}_HOME`, join(folder, name));
  onTestFinished(() => void vi.unstubAllEnvs());
  center = await servedCenter();
  const ana = { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'agent', password: PASSWORD };
  await center.call('POST', '/agents', { body: ana });
});

async function shell(args: readonly string[], input = '', environment: Record<string, string> = {}) {
  const here = shellHere(environment, input);
  const code = await run(here.shell, args);
  return { code, stdout: here.stdout(), stderr: here.stderr() };
}

function signIn(...args: string[]) {
  return shell(['login', center.url, ...args], `ana@shop.example\n${PASSWORD}\n`);
}

function file(): string {
  return join(folder, 'STATE/frontdesk/sign-ins.json');
}

test('login keeps a token where only its owner can read it, and the password nowhere', async () => {
  const { code, stdout, stderr } = await signIn();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    `Signed in to ${new URL(center.url).host} as Ana Ortiz (agent). frontdesk opens it from now on; frontdesk logout ends that.\n`,
  );
  expect([statSync(file()).mode & 0o777, statSync(join(file(), '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  expect(kept.map(({ name }) => name)).toEqual(['sign-ins.json']);
  expect(readFileSync(file(), 'utf8')).not.toContain(PASSWORD);
  const [{ token }] = JSON.parse(readFileSync(file(), 'utf8'));
  expect(stdout).not.toContain(token);
  expect((await center.call('GET', '/me', { as: token })).body.data.agent.name).toBe('Ana Ortiz');
});

test('logout ends the token at the help center and forgets it', async () => {
  await signIn();
  const [{ token }] = JSON.parse(readFileSync(file(), 'utf8'));
  const { code, stdout } = await shell(['logout']);
  expect(code).toBe(0);
  expect(stdout).toBe(
    `Signed out of ${new URL(center.url).host} as Ana Ortiz.\nfrontdesk opens the help center on this machine now.\n`,
  );
  expect(existsSync(file())).toBe(false);
  expect((await center.call('GET', '/me', { as: token })).status).toBe(401);
  expect(await shell(['logout'])).toMatchObject({ code: 1, stderr: expect.stringContaining('You are not signed in.') });
});

/** What a desk of the agent leaves: a cache, a last screen and a draft. Returns the files of the former two. */
function leaveSomething(): readonly string[] {
  const [{ agent }] = JSON.parse(readFileSync(file(), 'utf8'));
  const state = join(file(), '..');
  const identity = identityOfAddress(new URL(center.url));
  const cache = cachePath(state, identity, { agent });
  writeFileSync(cache, 'mail');
  const frame = framePath(state, 'a'.repeat(32));
  const drawn = paintingOf('Refund', 40, 10, { color: true, pacing: 'none' });
  const witnesses = [witness(coverPath(cache), 'contents')];
  writeFrame(frame, { ...drawn, aim: '', asOf: 0, until: 1, witnesses, token: null });
  writeFrame(framePath(state, 'b'.repeat(32)), { ...drawn, aim: '', asOf: 0, until: 1, witnesses: [], token: null });
  openStorage(state, { agent }, deskPrefix(identity)).storage.save(keptWith([], [['note:1', 'Call back.']]));
  return [cache, frame];
}

test('logout erases what the agent read there and says so; drafts stay, and are named', async () => {
  await signIn();
  const files = leaveSomething();
  const { stdout } = await shell(['logout']);
  expect(stdout).toMatch(/Its cache on this machine was erased \(\d+ B\)\./);
  expect(stdout).toContain('1 draft of Ana Ortiz. It waits there for the next sign-in.');
  expect(files.filter(existsSync)).toEqual([]);
  expect(existsSync(framePath(join(file(), '..'), 'b'.repeat(32)))).toBe(true);
});

test('logout --keep-cache keeps it', async () => {
  await signIn();
  const files = leaveSomething();
  expect((await shell(['logout', '--keep-cache'])).stdout).not.toContain('erased');
  expect(files.filter(existsSync)).toEqual(files);
});

test('logout without a link forgets the token and says that it stays valid', async () => {
  await signIn();
  await center.stop();
  const { code, stdout } = await shell(['logout']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('stays valid there until 30 days after its last use')]);
  expect(existsSync(file())).toBe(false);
});

test.for([
  ['a wrong password', () => shell(['login', center.url], 'ana@shop.example\nwrong\n'), 3, 'password'],
  [
    'a help center that is not there',
    () => shell(['login', 'http://127.0.0.1:1'], `a@b.example\n${PASSWORD}\n`),
    3,
    '',
  ],
  ['plain HTTP', () => shell(['login', 'http://192.0.2.1'], `a@b.example\n${PASSWORD}\n`), 2, 'not encrypted'],
  ['no password', () => shell(['login', center.url, '--email', 'ana@shop.example'], ''), 2, 'No password came'],
  ['no address', () => shell(['login']), 2, 'Name the help center'],
  ['a revoked token', () => shell(['login', center.url, '--with-token'], 'fdnothing\n'), 3, ''],
] as const)('%s is refused with the reason, and nothing is kept', async ([, attempt, code, said]) => {
  const ended = await attempt();
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toMatch(/^frontdesk: .*\n$/);
  expect(ended.stderr).toContain(said);
  expect(ended.stderr).not.toContain(PASSWORD);
  expect(existsSync(file())).toBe(false);
});

test('a person on a terminal may type the password three times', async () => {
  const here = shellHere();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const code = run({ ...here.shell, stdin: stdin as never }, ['login', center.url, '--email', 'ana@shop.example']);
  for (const times of [1, 2, 3]) {
    await expect.poll(() => here.stderr().split('Password of').length).toBe(times + 1);
    stdin.write(`wrong ${times}\r`);
  }
  expect(await code).toBe(3);
  expect(here.stderr()).not.toContain('wrong 1');
  expect(here.stderr()).toMatch(/is wrong\. Nothing was changed\.\n$/);
});

test('too many wrong passwords are refused with the time to wait', async () => {
  const wrong = () => shell(['login', center.url, '--email', 'ana@shop.example'], 'wrong\n');
  for (let times = 0; times < 5; times += 1) await wrong();
  expect((await wrong()).stderr).toMatch(/Try again in \d+ seconds?\. Nothing was changed\.\n$/);
});

test('--with-token takes a token or an API key, which logout does not end', async () => {
  const { stdout } = await shell(['login', center.url, '--with-token'], `${center.tokens.key}\n`);
  expect(stdout).toContain('as the API key tests.');
  expect((await shell(['logout'])).stdout).toContain('The API key itself stays valid');
  expect((await center.call('GET', '/me', { as: 'key' })).status).toBe(200);
});

test('a profile has a sign-in of its own, without a table in the settings', async () => {
  const { stdout } = await signIn('--profile', 'work');
  expect(stdout).toContain('frontdesk --profile work opens it from now on');
  expect((await shell(['logout'])).code).toBe(1);
  expect((await shell(['logout', '--profile', 'play'])).code).not.toBe(0);
  expect((await shell(['logout'], '', { FRONTDESK_PROFILE: 'work' })).code).toBe(0);
});

test('the sign-in of a profile comes before the help center at the top of the settings, until logout', async () => {
  const config = join(folder, 'config.toml');
  writeFileSync(config, 'url = "https://other.example"\n');
  const environment = { FRONTDESK_CONFIG: config };
  const input = `ana@shop.example\n${PASSWORD}\n`;
  const login = await shell(['login', center.url, '--profile', 'work'], input, environment);
  expect(login.stdout).toContain('frontdesk --profile work opens it from now on');
  const opened = await shell(['api', 'GET', '/me', '--profile', 'work'], '', environment);
  expect(opened).toMatchObject({ code: 0, stdout: expect.stringContaining('Ana Ortiz') });
  const logout = await shell(['logout', '--profile', 'work'], '', environment);
  expect(logout.stdout).toContain('frontdesk --profile work opens https://other.example now.');
});

test('a flag for a database here comes before a variable for a help center elsewhere', async () => {
  vi.stubEnv('FRONTDESK_URL', 'http://127.0.0.1:1');
  const here = await shell(['api', 'GET', '/me', '--database', join(folder, 'center.db')]);
  expect([here.code, here.stderr]).toEqual([0, '']);
  expect((await shell(['api', 'GET', '/me'], '', { FRONTDESK_TOKEN: 'fdany' })).code).toBe(3);
});

test('login says what comes before it', async () => {
  const config = join(folder, 'config.toml');
  writeFileSync(config, 'url = "https://other.example"\n');
  const input = `ana@shop.example\n${PASSWORD}\n`;
  const settings = await shell(['login', center.url], input, { FRONTDESK_CONFIG: config });
  expect(settings.stdout).toContain('name https://other.example, which comes first');
  const variable = await shell(['login', center.url], input, { FRONTDESK_TOKEN: 'fdother' });
  expect(variable.stdout).toContain('FRONTDESK_TOKEN comes before this sign-in');
});
