import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { copyTemplate } from '../harness/center.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { runShell } from './run-shell.ts';
import { runHere } from './shell-here.ts';

/** Runs a command in this process, on a database of its own. */
async function here() {
  const folder = temporaryFolder();
  const [config, database] = [join(folder, 'config.toml'), join(folder, 'center.db')];
  writeFileSync(config, '');
  await copyTemplate(database);
  return (args: readonly string[], input = '') =>
    runHere([...args, '--database', database], { FRONTDESK_CONFIG: config }, input);
}

test('--version prints the version and the commit, --help every command', async () => {
  const version = (await runShell(['--version'], { env: deskEnvironment(temporaryFolder()) })).stdout;
  expect(version.startsWith(packageJson.version)).toBe(true);
  // Outside a checkout there is no commit to name.
  expect(version.slice(packageJson.version.length)).toMatch(/^(?: \([0-9a-f]{8,}\+?, \d{4}-\d\d-\d\d\))?\n$/);
  const { code, stdout } = await runHere(['--help']);
  expect(code).toBe(0);
  for (const command of ['serve', 'import', 'sample', 'agent', 'key']) expect(stdout).toContain(command);
});

test('help describes one command, and an unknown command is named', async () => {
  const help = await runHere(['help', 'serve']);
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--port')]);
  const { code, stderr } = await runHere(['sevre']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no command sevre')]);
});

test('sample makes the same for the same seed, in a file that only its owner can read', async () => {
  const folder = temporaryFolder();
  const sample = ['sample', '--database', join(folder, 'center.db')];
  const { code, stdout } = await runHere([...sample, '--conversations', '12'], deskEnvironment(folder));
  expect({ code, stdout }).toEqual({ code: 0, stdout: '12 sample conversations were added.\n' });
  expect(statSync(join(folder, 'center.db')).mode & 0o777).toBe(0o600);
  const removed = await runHere([...sample, '--remove'], deskEnvironment(folder));
  expect(removed.stdout).toBe('12 sample conversations were removed.\n');
});

test('agent create reads the password from standard input and does not print it', async () => {
  const args = ['agent', 'create', 'Ana Ortiz', 'ana@shop.example', '--role', 'admin'];
  const { code, stdout, stderr } = await (await here())(args, 'correct horse battery\n');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe('Agent Ana Ortiz <ana@shop.example> was created, with the role admin.\n');
});

test('a new agent needs an address and a password that the service takes', async () => {
  const frontdesk = await here();
  const create = ['agent', 'create', 'Ana Ortiz', 'ana@shop.example'];
  expect((await frontdesk(create, 'correct horse battery\n')).code).toBe(0);
  const again = await frontdesk(create, 'correct horse battery\n');
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/^frontdesk: .*address.*\n$/) });
  const short = await frontdesk(['agent', 'create', 'Bob', 'bob@shop.example'], 'short\n');
  expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('12 to 1,024 characters') });
  expect((await frontdesk(['agent', 'create', 'Bob', 'bob@shop.example'])).code).toBe(2);
});

test('key create prints the key alone on stdout', async () => {
  const { code, stdout } = await (await here())(['key', 'create', 'scripts']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\S{20,}\n$/);
});

test('agents are disabled, enabled, given a role and a password, by address and by the service’s own rules', async () => {
  const frontdesk = await here();
  await frontdesk(['agent', 'create', 'Ana Ortiz', 'ana@shop.example', '--role', 'admin'], 'correct horse battery\n');
  await frontdesk(['agent', 'create', 'Bob Keller', 'bob@shop.example'], 'correct horse battery\n');
  expect(await frontdesk(['agent', 'disable', 'BOB@shop.example'])).toMatchObject({ code: 0, stderr: '' });
  expect((await frontdesk(['agent', 'enable', 'bob@shop.example'])).stdout).toContain('enabled');
  expect((await frontdesk(['agent', 'role', 'bob@shop.example', 'admin'])).stdout).toContain('role admin');
  expect((await frontdesk(['agent', 'role', 'bob@shop.example', 'boss'])).code).toBe(2);
  expect((await frontdesk(['agent', 'password', 'bob@shop.example'], 'another long password\n')).code).toBe(0);
  expect(await frontdesk(['agent', 'disable', 'nobody@shop.example'])).toMatchObject({ code: 1 });
  await frontdesk(['agent', 'disable', 'bob@shop.example']);
  const last = await frontdesk(['agent', 'disable', 'ana@shop.example']);
  expect(last.code).toBe(1);
  expect(last.stderr).toContain('last admin');
});

test.for([[['serve', '9000']], [['openapi', 'x']], [['key', 'create', 'two', 'words']], [['sample', '5']]])(
  '%j has one argument too many',
  async ([args]) => {
    expect(await runHere(args!)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('too many arguments'),
    });
  },
);

test('keys are listed without their secrets and revoked by name or number', async () => {
  const frontdesk = await here();
  const key = (await frontdesk(['key', 'create', 'scripts'])).stdout.trim();
  const list = (await frontdesk(['key', 'list'])).stdout;
  expect(list).toMatch(/^\d+\tscripts\t[\d-]{10}\t(never|[\d-]{10})\n$/);
  expect(list).not.toContain(key);
  expect((await frontdesk(['key', 'revoke', 'scripts', '--dry-run'])).stdout).toContain('would be revoked');
  expect((await frontdesk(['key', 'revoke', 'scripts'])).code).toBe(0);
  expect((await frontdesk(['key', 'revoke', 'scripts'])).code).toBe(1);
  expect((await frontdesk(['key', 'list'])).stdout).toBe('');
});

test('a key has a unique name that cannot be taken for a number', async () => {
  const frontdesk = await here();
  await frontdesk(['key', 'create', 'scripts']);
  const again = await frontdesk(['key', 'create', 'scripts']);
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toContain('already');
  for (const name of ['', '12', 'two\nlines', 'x'.repeat(121)]) {
    const { code, stdout, stderr } = await frontdesk(['key', 'create', name]);
    expect([code, stdout], name).toEqual([2, '']);
    expect(stderr).toContain('name');
  }
  expect((await frontdesk(['key', 'list'])).stdout).toMatch(/^1\tscripts\t[^\n]*\n$/);
  expect((await frontdesk(['key', 'revoke', '9'.repeat(30)])).code).toBe(1);
});

test('openapi prints the document that the service serves', async () => {
  const { code, stdout } = await runHere(['openapi']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).openapi).toMatch(/^3\.1/);
});
