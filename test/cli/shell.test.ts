import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { runShell } from './run-shell.ts';

const setting = () => {
  const folder = temporaryFolder();
  return { folder, env: deskEnvironment(folder), database: join(folder, 'center.db') };
};

test('--version prints the version, --help every command', async () => {
  const { env } = setting();
  expect((await runShell(['--version'], { env })).stdout).toBe(`${packageJson.version}\n`);
  const { code, stdout } = await runShell(['--help'], { env });
  expect(code).toBe(0);
  for (const command of ['serve', 'import', 'sample', 'agent', 'key']) expect(stdout).toContain(command);
});

test('sample gives the same for the same seed, in a file that only its owner can read', async () => {
  const { env, database } = setting();
  const { code, stdout } = await runShell(['sample', '--conversations', '12', '--database', database], { env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '12 sample conversations were added.\n' });
  expect(statSync(database).mode & 0o777).toBe(0o600);
});

test('agent create reads the password from standard input and says nothing of it', async () => {
  const { env, database } = setting();
  const args = ['agent', 'create', 'Ana Ortiz', 'ana@shop.example', '--role', 'admin', '--database', database];
  const { code, stdout, stderr } = await runShell(args, { env, input: 'correct horse battery\n' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe('Agent Ana Ortiz <ana@shop.example> was created, with the role admin.\n');
  const again = await runShell(args, { env, input: 'correct horse battery\n' });
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('ana@shop.example');
  const short = await runShell(['agent', 'create', 'Bob', 'bob@shop.example', '--database', database], {
    env,
    input: 'short\n',
  });
  expect(short.code).toBe(1);
  expect(short.stderr).toContain('at least 12');
  const none = await runShell(['agent', 'create', 'Bob', 'bob@shop.example', '--database', database], { env });
  expect(none.code).toBe(2);
});

test('key create prints the key alone on stdout', async () => {
  const { env, database } = setting();
  const { code, stdout } = await runShell(['key', 'create', 'scripts', '--database', database], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\S{20,}\n$/);
});
