import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { deskEnvironment, temporaryFolder } from '../../../harness/temporary.ts';
import { runHere } from '../../shell-here.ts';

const ED = 'AAAAC3NzaC1lZDI1NTE5AAAAIK2jwoVfJZ+t592BLM5mR9YsGSQW/wgEPHmLYhS6GXB1';

let folder: string;
let database: string;
beforeEach(async () => {
  folder = temporaryFolder();
  database = join(folder, 'center.db');
  const create = ['agent', 'create', 'Ana Ortiz', 'ana@shop.example', '--database', database];
  expect((await runHere(create, deskEnvironment(folder), 'seven blue lanterns\n')).code).toBe(0);
});

function frontdesk(...args: readonly string[]) {
  return runHere(['agent', 'key', ...args, '--database', database], deskEnvironment(folder));
}

function pub(text: string): string {
  const path = join(folder, 'key.pub');
  writeFileSync(path, text);
  return path;
}

test('a public key becomes a line that can do nothing but dial', async () => {
  const { code, stdout } = await frontdesk(
    'add',
    'ana@shop.example',
    pub(`ssh-ed25519 ${ED} ana@laptop\n`),
    '--socket',
    '/run/frontdesk/socket',
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^restrict,command="[\w./ -]+ --socket \/run\/frontdesk\/socket --key [\da-f]{64}" ssh-ed25519 [\w+/=]+ ana@laptop\n$/,
  );
  expect((await frontdesk('list')).stdout).toContain('ana@shop.example');
  const [id] = (await frontdesk('list')).stdout.trim().split(/\s+/);
  expect((await frontdesk('remove', id!)).stdout).toContain('was removed');
  expect((await frontdesk('remove', id!)).code).toBe(1);
});

test('the line is appended to a file that only its user can read', async () => {
  const to = join(folder, 'ssh', 'authorized_keys');
  const add = ['add', 'ana@shop.example', pub(`ssh-ed25519 ${ED}`), '--socket', '/run/s', '--to', to];
  expect((await frontdesk(...add)).code).toBe(0);
  expect(readFileSync(to, 'utf8')).toMatch(/^restrict,.*\n$/);
  expect(statSync(to).mode & 0o777).toBe(0o600);
  expect(await frontdesk(...add)).toMatchObject({ code: 1, stderr: expect.stringContaining('already') });
  expect(readFileSync(to, 'utf8').split('\n')).toHaveLength(2);
});

test.each([
  ['options', `no-pty ssh-ed25519 ${ED}`],
  ['a command', `command="sh" ssh-ed25519 ${ED}`],
  ['two lines', `ssh-ed25519 ${ED}\nssh-ed25519 ${ED}`],
  ['a carriage return', `ssh-ed25519 ${ED} a\rcommand="sh" ssh-ed25519 ${ED}`],
  ['another kind inside', `ssh-rsa ${ED}`],
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----'],
  ['nothing', ''],
  ['a principal', `cert-authority ssh-ed25519 ${ED}`],
  ['no data', 'ssh-ed25519 AAAA'],
  ['a quote that ends the line', `ssh-ed25519 ${ED}" ssh-rsa`],
])('a file with %s is refused, and nothing is added', async (_, text) => {
  const refused = await frontdesk('add', 'ana@shop.example', pub(text), '--socket', '/run/s');
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('not one public key') });
  expect((await frontdesk('list')).stdout).toBe('');
});

test('without a socket, an agent or a plain path it says what is missing', async () => {
  const file = pub(`ssh-ed25519 ${ED}`);
  expect((await frontdesk('add', 'ana@shop.example', file)).stderr).toContain('Name the socket of serve');
  expect((await frontdesk('add', 'bob@shop.example', file, '--socket', '/s')).stderr).toContain('No agent has');
  expect((await frontdesk('add', 'ana@shop.example', file, '--socket', '/a "b')).stderr).toContain('cannot stand');
});

test('serve without a port and without a socket starts nothing, and a socket in an open folder is refused', async () => {
  const serve = (...args: readonly string[]) =>
    runHere(['serve', ...args, '--database', database], deskEnvironment(folder));
  expect(await serve('--no-port')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a --socket') });
  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  expect(await serve('--no-port', '--socket', join(open, 's'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('that others can write'),
  });
});
