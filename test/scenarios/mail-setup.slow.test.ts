import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openImapServer } from '../harness/imap-server.ts';
import { openNameServer } from '../harness/name-server.ts';
import { openRelay } from '../harness/relay.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { pem, pemFile } from '../harness/tls.ts';
import { openReadmeShell, WITHIN } from './readme-shell.ts';

const ADDRESS = 'agent@shop.example';

/** A mailbox and a relay that SRV records of shop.example name, and a shell in a home that knows nothing of them. */
async function openAccount({ isNamed = true, mechanisms = 'PLAIN' } = {}) {
  const tls = { key: pem('key'), cert: pem('good') };
  const offers = ['IDLE', 'UIDPLUS', ...(mechanisms === 'PLAIN' ? [] : [`AUTH=${mechanisms}`])];
  const imap = await openImapServer({ tls, offers });
  const relay = await openRelay({ tls, isTlsFromStart: true, passwords: { [ADDRESS]: 'secret' }, mechanisms });
  onTestFinished(async () => {
    await imap.close();
    await relay.close();
  });
  const records = {
    '_imaps._tcp.shop.example': { host: 'localhost', port: imap.port },
    '_submissions._tcp.shop.example': { host: 'localhost', port: relay.port },
  };
  const names = await openNameServer(isNamed ? records : {});
  const shell = openReadmeShell(temporaryFolder(), { ...names, NODE_EXTRA_CA_CERTS: pemFile('good') });
  const { terminal, hidesTyping, home } = shell;
  let questions = 0;
  const answer = async (question: string, typed: string) => {
    await terminal.sees(question, WITHIN);
    if (question.startsWith('Password')) await hidesTyping();
    terminal.type(typed);
    terminal.press('enter');
    questions += 1;
  };
  const folder = join(home, '.config/frontdesk');
  const config = join(folder, 'config.toml');
  return { ...shell, imap, relay, answer, folder, config, questions: () => questions };
}

function mail(from: string, subject: string): string {
  const head = [`From: <${from}>`, `To: ${ADDRESS}`, `Subject: ${subject}`, `Message-ID: <${subject}@x>`];
  return ['Authentication-Results: mx.shop.example; none', ...head, '', 'Text', ''].join('\r\n');
}

function expectedSettings(imapPort: number, relayPort: number): string {
  return `[mail]
relay = "smtps://agent%40shop.example@localhost:${relayPort}"
relay_password_file = "agent@shop.example.password"
authserv_id = "mx.shop.example"

[[mail.mailbox]]
url = "imaps://agent%40shop.example@localhost:${imapPort}"
password_file = "agent@shop.example.password"
`;
}

test('mail setup leads from an empty home to a mailbox that is read, with six questions at most', async () => {
  const { terminal, run, ready, answer, imap, relay, config, folder, questions } = await openAccount();
  imap.inbox.deliver(mail('zoe@customer.example', 'one'), Date.now());
  imap.inbox.deliver(mail('lena@other.example', 'two'), Date.now());
  await run(`frontdesk mail setup ${ADDRESS}`);
  await answer('Your name, as customers see it', 'Ana Ortiz');
  await terminal.sees('by the SRV records of shop.example', WITHIN);
  expect(imap.heard, 'nothing is sent before the host is confirmed').toEqual([]);
  await answer('Type yes, or the right servers', 'yes');
  await answer('Password (or', 'wrong');
  await terminal.sees('Check the password', WITHIN);
  await answer('Password (or', 'secret');
  await answer('Is that your mail server', 'yes');
  await terminal.sees('2 mails in the mailbox', WITHIN);
  await ready();
  expect(questions() + 1, 'with the address').toBeLessThanOrEqual(6);
  expect(readFileSync(config, 'utf8')).toBe(expectedSettings(imap.port, relay.port));
  const file = join(folder, `${ADDRESS}.password`);
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['secret\n', 0o600]);
  await run('frontdesk agent list');
  await terminal.sees('Ana Ortiz', WITHIN);
  await run('frontdesk mail check');
  await terminal.sees('authserv_id: good', WITHIN);
  await run('frontdesk');
  await expect.poll(() => imap.heard.at(-1), { timeout: 20_000 }).toBe('IDLE');
  imap.inbox.deliver(mail('mia@customer.example', 'three'), Date.now());
  await terminal.sees('three', WITHIN);
});

test.for([
  ['frontdesk', 'Answer customers by mail'],
  ['frontdesk --plain', '4'],
] as const)('4 on the first screen of %s ends with mail in this desk', async ([command, shown]) => {
  const { terminal, run, ready, answer, imap, questions } = await openAccount();
  const isPlain = command !== 'frontdesk';
  await run(command);
  await terminal.sees(shown, WITHIN);
  terminal.type('4');
  if (isPlain) terminal.press('enter');
  await answer('Mail address', ADDRESS);
  await answer('Your name', '');
  await answer('Type yes', 'yes');
  await answer('Password (or', 'secret');
  await terminal.sees('Signed in: 0 mails', WITHIN);
  expect(questions()).toBeLessThanOrEqual(6);
  await expect.poll(() => imap.heard.at(-1), { timeout: 20_000 }).toBe('IDLE');
  const before = imap.heard.length;
  imap.inbox.deliver(mail('mia@customer.example', 'three'), Date.now());
  if (!isPlain) await terminal.sees('three', WITHIN);
  await expect.poll(() => imap.heard.slice(before).at(-1), { timeout: 20_000 }).toBe('IDLE');
  terminal.type('q');
  if (isPlain) terminal.press('enter');
  await terminal.sees('ready>', WITHIN);
  // The line of the desk's last prompt was never ended.
  terminal.press('enter');
  await ready();
  await run('frontdesk conversations list');
  await terminal.sees('three', WITHIN);
});

test('a trap host gets no password if it is not confirmed, and the settings stay as they are', async () => {
  const { terminal, run, ready, answer, imap, relay, folder, config } = await openAccount();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(config, '# mine\r\nbell = "none"');
  await run(`frontdesk mail setup ${ADDRESS}`);
  await answer('Your name', '');
  await answer('localhost is no part of shop.example', 'no');
  await terminal.sees('Nothing was changed.', WITHIN);
  await ready();
  expect([imap.heard, relay.connectionsEver()]).toEqual([[], 0]);
  expect(readFileSync(config, 'utf8')).toBe('# mine\r\nbell = "none"');
  expect(existsSync(join(folder, `${ADDRESS}.password`))).toBe(false);
});

test('mail setup keeps what the settings hold to the byte, and does not touch a table [mail]', async () => {
  const { terminal, run, ready, answer, imap, relay, folder, config } = await openAccount();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const before = '# mine\r\nbell = "none"';
  writeFileSync(config, before);
  await run('frontdesk mail setup');
  await answer('Mail address', ADDRESS);
  await answer('Your name', '');
  await answer('Type yes', `localhost:${imap.port} localhost:${relay.port}`);
  await answer('Password (or', 'secret');
  await terminal.sees('0 mails in the mailbox', WITHIN);
  await ready();
  const tables = expectedSettings(imap.port, relay.port).replace(/authserv_id.*\n/, '');
  expect(readFileSync(config, 'utf8')).toBe(`${before}\n\n${tables}`);
  await run('frontdesk mail setup');
  await terminal.sees('has a table [mail] already', WITHIN);
  await ready();
  expect(readFileSync(config, 'utf8')).toBe(`${before}\n\n${tables}`);
});

test('servers that nothing names are typed, and [mail] names the help center if it is another than the usual', async () => {
  const { terminal, run, ready, answer, imap, relay, config, home } = await openAccount({ isNamed: false });
  await run(`frontdesk mail setup ${ADDRESS} --database ~/other.db`);
  await answer('Your name', '');
  await answer('Nothing names the mail servers of shop.example', `localhost:${imap.port} localhost:${relay.port}`);
  await answer('Password (or', 'secret');
  await terminal.sees('Signed in: 0 mails', WITHIN);
  await ready();
  expect(readFileSync(config, 'utf8')).toContain(`[mail]\ndatabase = "${home}/other.db"\n`);
  await run('frontdesk mail check');
  await terminal.sees(`Help center ${home}/other.db: good`, WITHIN);
});

test('a name that cannot be given is said, and the account is set up all the same', async () => {
  const { terminal, run, ready, answer, home, config } = await openAccount();
  writeFileSync(join(home, 'broken.db'), 'no database');
  await run(`frontdesk mail setup ${ADDRESS} --database ~/broken.db`);
  await answer('Your name', 'Ana');
  await answer('Type yes', 'yes');
  await answer('Password (or', 'secret');
  await terminal.sees('Your name stays as it was', WITHIN);
  await ready();
  expect(readFileSync(config, 'utf8')).toContain('[[mail.mailbox]]');
});

test('a disk that takes a part of the tables leaves the settings as they were, and no password', async () => {
  const { terminal, run, ready, answer, folder, config } = await openAccount();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const before = `# ${'x'.repeat(996)}\n`;
  writeFileSync(config, before);
  // In blocks of 1,024 bytes.
  await run(`(ulimit -f 1; frontdesk mail setup ${ADDRESS})`);
  await answer('Your name', '');
  await answer('Type yes', 'yes');
  await answer('Password (or', 'secret');
  await terminal.sees('config.toml cannot be written (EFBIG). Nothing was changed.', WITHIN);
  await ready();
  expect(readFileSync(config, 'utf8')).toBe(before);
  expect(existsSync(join(folder, `${ADDRESS}.password`))).toBe(false);
});

test('a command that prints a token is tried at both servers, and is what the settings hold', async () => {
  const { terminal, run, ready, answer, imap, relay, config, home, folder, questions } = await openAccount({
    mechanisms: 'XOAUTH2',
  });
  imap.inbox.deliver(mail('zoe@customer.example', 'one'), Date.now());
  imap.inbox.deliver(mail('lena@other.example', 'two'), Date.now());
  const tokens = join(home, 'tokens');
  writeFileSync(tokens, 'old\n');
  await run('frontdesk mail setup');
  await answer('Mail address', ADDRESS);
  await answer('Your name', '');
  await answer('Type yes', 'yes');
  await answer('Password (or', `!! cat ${tokens}`);
  await terminal.sees('535 5.7.8 the token has ended', WITHIN);
  writeFileSync(tokens, 'secret\n');
  await answer('Password (or', `!! cat ${tokens}`);
  await answer('Is that your mail server', 'yes');
  await terminal.sees('Signed in: 2 mails', WITHIN);
  await ready();
  expect(questions()).toBe(6);
  expect(readFileSync(config, 'utf8')).toBe(`[mail]
relay = "smtps://agent%40shop.example@localhost:${relay.port}"
relay_token_command = "cat ${tokens}"
authserv_id = "mx.shop.example"

[[mail.mailbox]]
url = "imaps://agent%40shop.example@localhost:${imap.port}"
token_command = "cat ${tokens}"
`);
  expect(existsSync(join(folder, `${ADDRESS}.password`))).toBe(false);
  await run('frontdesk mail check');
  await terminal.sees('it lets this machine send', WITHIN);
});
