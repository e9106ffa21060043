import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runShell } from '../cli/run-shell.ts';
import { textIn } from '../harness/guides.ts';
import { openImapServer } from '../harness/imap-server.ts';
import { launcher } from '../harness/launcher.ts';
import { openRelay } from '../harness/relay.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { pem, pemFile } from '../harness/tls.ts';

const GUIDE = 'docs/mail.md';
/** The settings that the guide gives, each below the title of its account. */
const BLOCKS = textIn(GUIDE)
  .split(/^## /m)
  .flatMap(part => {
    const title = part.split('\n', 1)[0]!;
    return [...part.matchAll(/^```toml\n([\s\S]*?)^```$/gm)].map(([, block]) => [title, block!] as const);
  });
const USER = 'agent@shop.example';

/** Servers that sign in as the account's do, and the settings with their addresses in place of the real ones. */
async function serversFor(block: string, folder: string, secret = 'secret') {
  const tls = { key: pem('key'), cert: pem('good') };
  const isTlsFromStart = /relay = "smtps:/.test(block);
  const needsPassword = block.includes('@');
  const mechanisms = block.includes('token_command') ? 'XOAUTH2' : 'PLAIN';
  const imap = await openImapServer({ tls, offers: ['IDLE', `AUTH=${mechanisms}`] });
  const passwords: Record<string, string> = needsPassword ? { [USER]: secret } : {};
  imap.passwords = new Map([[USER, secret]]);
  const relay = await openRelay({ tls, isTlsFromStart, passwords, mechanisms });
  onTestFinished(async () => {
    await imap.close();
    await relay.close();
  });
  if (block.includes('trust_topmost_field')) imap.inbox.deliver('Authentication-Results: spf=pass\r\n\r\n', 1_000);
  const settings = block
    .replaceAll('help%40shop.example@', 'agent%40shop.example@')
    .replace(/(smtps?:\/\/(?:[^@"]+@)?)[^@"]+"/, `$1localhost:${relay.port}"`)
    .replace(/(imaps?:\/\/[^@"]+@)[^@"]+"/, `$1localhost:${imap.port}"`)
    .replace('/run/frontdesk/lmtp', join(folder, 'lmtp'));
  return { imap, relay, settings };
}

test.for(BLOCKS.filter(([, block]) => !block.includes('token_command')))(
  'the settings of the guide sign in at servers that behave so: %s',
  async ([, block]) => {
    const folder = temporaryFolder();
    const { imap, relay, settings } = await serversFor(block, folder);
    const config = join(folder, 'config.toml');
    writeFileSync(config, settings);
    const file = /password_file = "(.*)"/.exec(block)?.[1];
    if (file) writeFileSync(join(folder, file), 'secret\n', { mode: 0o600 });
    const env = deskEnvironment(folder, { FRONTDESK_CONFIG: config, NODE_EXTRA_CA_CERTS: pemFile('good') });
    const { code, stdout, stderr } = await runShell(['mail', 'check'], { env });
    expect(stderr).toBe('');
    expect(stdout).toContain('good, it lets this machine send.');
    expect(relay.connectionsEver()).toBe(1);
    if (!block.includes('[[mail.mailbox]]')) return;
    expect(stdout).toMatch(/Mailbox .*: good, \d mails? in it/);
    expect(imap.heard.some(line => line.startsWith('AUTHENTICATE') || line.startsWith('LOGIN'))).toBe(true);
    expect(code).toBe(0);
  },
);

test.for([
  [
    '[ALERT] Application-specific password required (Failure)',
    '534 5.7.9 Application-specific password required',
    'wants an app password',
    'wants an app password',
  ],
  [
    '[AUTHENTICATIONFAILED] Invalid credentials (Failure)',
    '535 5.7.8 Username and Password not accepted',
    'Check the password',
    'Check the password',
  ],
  [
    '[UNAVAILABLE] Temporary authentication failure',
    '454 4.7.0 Too many login attempts, please try again later',
    'wait some minutes',
    'wait some minutes',
  ],
  [
    'LOGIN failed.',
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    'Check the password',
    'SMTP is switched off',
  ],
  [
    'LOGIN failed.',
    '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.',
    'Check the password',
    'takes tokens alone',
  ],
] as const)('a refusal is told with a remedy: %s, %s', async ([byImap, byRelay, mailbox, relaying]) => {
  const folder = temporaryFolder();
  const block = BLOCKS.find(([title]) => title === 'Fastmail')![1];
  const { imap, relay, settings } = await serversFor(block, folder);
  imap.fault = ({ name }) => (/^(LOGIN|AUTHENTICATE)$/.test(name) ? { kind: 'refuses', text: byImap } : undefined);
  relay.fault = step => (step === 'auth' ? { kind: 'refuses', text: byRelay } : undefined);
  const config = join(folder, 'config.toml');
  writeFileSync(config, settings);
  writeFileSync(join(folder, 'fastmail.password'), 'secret\n', { mode: 0o600 });
  const env = deskEnvironment(folder, { FRONTDESK_CONFIG: config, NODE_EXTRA_CA_CERTS: pemFile('good') });
  const { code, stdout } = await runShell(['mail', 'check'], { env });
  const line = (start: string) => stdout.split('\n').find(each => each.startsWith(start));
  expect(line('Mailbox')).toContain(mailbox);
  expect(line('Relay')).toContain(relaying);
  expect([code, stdout]).toEqual([1, expect.not.stringContaining('secret')]);
});

/** The programs that the guide names, each as one that prints the line in a file, if it is called as the guide says. */
function tokenPrograms(folder: string) {
  const commands = [...textIn(GUIDE).matchAll(/`((?:oama|pizauth|ortie) [^`]+)`/g)].map(([, command]) => command!);
  const programs = join(folder, 'programs');
  const token = join(folder, 'token');
  mkdirSync(programs);
  for (const command of commands) {
    const [name, ...words] = command.split(' ');
    const script = `#!/bin/sh\n[ "$*" = "${words.join(' ')}" ] && cat '${token}'\n`;
    writeFileSync(join(programs, name!), script, { mode: 0o755 });
  }
  return { commands, programs, token };
}

test('each token program of the guide signs in at Microsoft 365, until its token has ended', async () => {
  const folder = temporaryFolder();
  const [, block] = BLOCKS.find(([title]) => title === 'Microsoft 365')!;
  const { commands, programs, token } = tokenPrograms(folder);
  expect(commands.length).toBe(3);
  const config = join(folder, 'config.toml');
  const env = deskEnvironment(folder, { FRONTDESK_CONFIG: config, NODE_EXTRA_CA_CERTS: pemFile('good') });
  env.PATH = `${programs}:${env.PATH}`;
  for (const [at, command] of commands.entries()) {
    const { settings } = await serversFor(block, folder, `token-${at}`);
    writeFileSync(config, settings.replaceAll(commands[0]!, command));
    writeFileSync(token, `token-${at}\n`);
    const { code, stdout, stderr } = await runShell(['mail', 'check'], { env });
    expect(stdout.match(/good, (?:1 mail|it lets)/g)).toEqual(['good, 1 mail', 'good, it lets']);
    expect([code, stderr]).toEqual([0, '']);
  }
  writeFileSync(token, 'ended\n');
  const { stdout } = await runShell(['mail', 'check'], { env });
  expect(stdout.match(/or what the command prints/g)?.length).toBe(2);
});

test('mail of Microsoft 365 comes in after its token has ended, and the server has cut the connection', async () => {
  const folder = temporaryFolder();
  const [, block] = BLOCKS.find(([title]) => title === 'Microsoft 365')!;
  const { programs, token } = tokenPrograms(folder);
  const { imap, settings } = await serversFor(block, folder, 'first');
  const config = join(folder, 'config.toml');
  writeFileSync(config, settings);
  writeFileSync(token, 'first\n');
  const env = deskEnvironment(folder, { FRONTDESK_CONFIG: config, NODE_EXTRA_CA_CERTS: pemFile('good') });
  env.PATH = `${programs}:${env.PATH}`;
  const serve = spawn(process.execPath, [launcher, 'serve', '--port', '0'], { env, stdio: 'ignore' });
  onTestFinished(() => void serve.kill());
  await expect.poll(() => imap.heard.at(-1)).toBe('IDLE');
  imap.passwords = new Map([[USER, 'second']]);
  writeFileSync(token, 'second\n');
  const before = imap.heard.length;
  imap.cut();
  imap.inbox.deliver('From: <zoe@customer.example>\r\nSubject: later\r\n\r\nText\r\n', Date.now());
  await expect.poll(() => imap.heard.slice(before).at(-1)).toBe('IDLE');
  const list = () => runShell(['conversations', 'list'], { env });
  await expect.poll(async () => (await list()).stdout).toContain('later');
});

test('every account of the guide has settings that are tried', () => {
  const titles = [...textIn(GUIDE).matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
  const accounts = titles.slice(titles.indexOf('Accounts') + 1, titles.indexOf('If a server refuses'));
  expect([...new Set(BLOCKS.map(([title]) => title))]).toEqual(accounts);
});
