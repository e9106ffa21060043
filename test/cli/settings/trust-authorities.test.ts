import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { openImapServer } from '../../harness/imap-server.ts';
import { openRelay } from '../../harness/relay.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { pem, pemFile } from '../../harness/tls.ts';
import { shellHere } from '../shell-here.ts';

beforeEach(() => {
  const before = getCACertificates('default');
  return () => setDefaultCACertificates(before);
});

/** Runs a command with these settings. */
async function command(settings: string, ...args: readonly string[]) {
  const config = join(temporaryFolder(), 'config.toml');
  writeFileSync(config, settings);
  const { shell, stdout, stderr } = shellHere({ FRONTDESK_CONFIG: config, FRONTDESK_TOKEN: 'fd_token' });
  const code = await run(shell, args);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Serves 404 over TLS with this certificate. */
async function secureServer(name: 'good' | 'other' | 'expired'): Promise<string> {
  const server = createSecureServer({ key: pem('key'), cert: pem(name) }, (_, response) =>
    response.writeHead(404).end(),
  );
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

const LIST = ['conversations', 'list', '--url'];

test('a command says in words why a certificate is not trusted, with a remedy', async () => {
  const url = await secureServer('good');
  const { host } = new URL(url);
  expect(await command('', ...LIST, url)).toEqual({
    code: 3,
    stdout: '',
    stderr: `frontdesk: The certificate of ${host} is signed by itself alone. Check the address, or name a file with its authority by ca_file in the settings.\n`,
  });
  expect((await command('', 'api', 'GET', '/health', '--url', url)).stderr).toContain('is signed by itself alone');
});

test('a command says that a server speaks no TLS, or that its name is not known', async () => {
  const plain = createServer(socket => socket.end('HTTP/1.1 400 no\r\n\r\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void plain.close());
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo;
  expect((await command('', ...LIST, `https://localhost:${port}`)).stderr).toBe(
    `frontdesk: localhost:${port} does not speak TLS.\n`,
  );
  expect((await command('', ...LIST, 'https://nowhere.invalid:8443')).stderr).toMatch(
    /^frontdesk: (?:There is no server with the name nowhere\.invalid|The name nowhere\.invalid cannot be looked up now)\.\n$/,
  );
});

test('ca_file lets commands trust a help center, a mailbox and a relay', async () => {
  const tls = { key: pem('key'), cert: pem('good') };
  const [mailbox, relay] = [await openImapServer({ tls }), await openRelay({ tls, isTlsFromStart: true })];
  onTestFinished(async () => void (await Promise.all([mailbox.close(), relay.close()])));
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret'), 'secret\n', { mode: 0o600 });
  const mail = `[mail]
database = "${folder}/center.db"
relay = "smtps://localhost:${relay.port}"
[[mail.mailbox]]
url = "imaps://agent%40shop.example@localhost:${mailbox.port}"
password_file = "${folder}/secret"
`;
  const before = (await command(mail, 'mail', 'check')).stdout;
  expect(
    before.match(/ertificate of localhost is signed by itself alone\. .* by ca_file in the settings\./g),
  ).toHaveLength(2);
  const trusted = `ca_file = "${pemFile('good')}"\n`;
  expect((await command(trusted, ...LIST, await secureServer('good'))).stderr).not.toContain('certificate');
  const after = (await command(`${trusted}${mail}`, 'mail', 'check')).stdout;
  expect(after).toMatch(/^Mailbox .*: good, 0 mails in it\.$/m);
  expect(after).toMatch(/^Relay .*: good, /m);
});

test('a ca_file that cannot be used stops a command with a sentence', async () => {
  const nothing = join(temporaryFolder(), 'empty.pem');
  writeFileSync(nothing, 'no certificate');
  const list = ['inbox', 'list', '--database', ':memory:'];
  expect(await command(`ca_file = "${nothing}"`, ...list)).toMatchObject({
    code: 2,
    stderr: `frontdesk: ca_file: there is no certificate in ${nothing}. It must be PEM.\n`,
  });
  expect(await command('ca_file = "/nowhere/ca.pem"', ...list)).toMatchObject({
    code: 2,
    stderr: 'frontdesk: ca_file: /nowhere/ca.pem cannot be used (ENOENT).\n',
  });
});
