import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { signByFrom, usualRecord } from '../harness/dkim.ts';
import { openImapServer } from '../harness/imap-server.ts';
import { openNameServer } from '../harness/name-server.ts';
import { openRelay } from '../harness/relay.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { pem, pemFile } from '../harness/tls.ts';
import { openReadmeShell } from './readme-shell.ts';

const ADDRESS = 'agent@shop.example';
const DAY_MS = 24 * 3_600_000;

/** A mailbox and a relay that SRV records of shop.example name, and a shell in a home that knows nothing of them. */
async function openAccount({ isNamed = true, mechanisms = 'PLAIN', isTrusted = true } = {}) {
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
  const names = await openNameServer(isNamed ? records : {}, usualRecord);
  const shell = openReadmeShell(temporaryFolder(), {
    ...names,
    ...(isTrusted && { NODE_EXTRA_CA_CERTS: pemFile('good') }),
  });
  const { terminal, hidesTyping, home } = shell;
  /** The questions that were answered, each once. */
  const asked = new Set<string>();
  const answer = async (question: string, typed: string) => {
    await terminal.sees(question);
    if (question.startsWith('Password')) await hidesTyping();
    terminal.type(typed);
    terminal.press('enter');
    asked.add(question);
  };
  const folder = join(home, '.config/frontdesk');
  const config = join(folder, 'config.toml');
  return { ...shell, imap, relay, answer, folder, config, questions: () => asked.size };
}

/** A mail that its sender's domain has signed. */
function mail(from: string, subject: string): Buffer {
  return signByFrom(unsigned(from, subject));
}

function unsigned(from: string, subject: string): Buffer {
  const head = [`From: <${from}>`, `To: ${ADDRESS}`, `Subject: ${subject}`, `Message-ID: <${subject}@x>`];
  return Buffer.from([...head, '', 'Text', ''].join('\r\n'));
}

function expectedSettings(imapPort: number, relayPort: number): string {
  return `[mail]
relay = "smtps://agent%40shop.example@localhost:${relayPort}"
relay_password_file = "agent@shop.example.password"

[[mail.mailbox]]
url = "imaps://agent%40shop.example@localhost:${imapPort}"
password_file = "agent@shop.example.password"
`;
}

test('mail setup leads from an empty home to a mailbox that is read, with five questions at most', async () => {
  const { terminal, run, ready, answer, imap, relay, home, config, folder, questions } = await openAccount();
  imap.inbox.deliver(mail('zoe@customer.example', 'one'), Date.now());
  imap.inbox.deliver(mail('lena@other.example', 'two'), Date.now());
  await run(`frontdesk mail setup ${ADDRESS}`);
  await answer('Your name, as customers see it', 'Ana Ortiz');
  await terminal.sees('by the SRV records of shop.example');
  expect(imap.heard, 'nothing is sent before the host is confirmed').toEqual([]);
  await answer('Type yes, or the right servers', 'yes');
  await answer('Password (or', 'wrong');
  await terminal.sees('Check the password');
  await answer('Password (or', 'secret');
  await terminal.sees('2 mails in the mailbox, 2 of the last 14 days.');
  await answer('Take the mail of the last 14 days too?', 'no');
  await terminal.sees('Signed in: 2 mails in the mailbox. agent@shop.example');
  await ready();
  expect(questions() + 1, 'with the address').toBeLessThanOrEqual(5);
  expect(readFileSync(config, 'utf8')).toBe(expectedSettings(imap.port, relay.port));
  const file = join(folder, `${ADDRESS}.password`);
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['secret\n', 0o600]);
  await run('frontdesk agent list');
  await terminal.sees('Ana Ortiz');
  imap.inbox.deliver(mail('mia@customer.example', 'between'), Date.now());
  await run('frontdesk mail check');
  await terminal.sees('3 of the newest 3 mails verified');
  await terminal.sees('3 mails in it. 2 older mails there are not taken: frontdesk import');
  await run('frontdesk');
  await terminal.sees('between');
  await expect.poll(() => imap.heard.at(-1)).toBe('IDLE');
  imap.inbox.deliver(mail('mia@customer.example', 'three'), Date.now());
  imap.inbox.deliver(unsigned('mia@customer.example', 'four'), Date.now());
  await terminal.sees('2 new above');
  terminal.type('gg');
  await terminal.sees('three');
  await terminal.sees('four');
  const database = new DatabaseSync(join(home, '.local/share/frontdesk/center.db'), { readOnly: true });
  const rows = database
    .prepare('select c.title, m.unverified from message m join conversation c on c.id = m.conversation_id')
    .all();
  database.close();
  expect(rows.map(({ title, unverified }) => [title, unverified])).toEqual([
    ['between', 0],
    ['three', 0],
    ['four', 1],
  ]);
});

test.for([
  ['frontdesk', 'Answer customers by mail'],
  ['frontdesk --plain', '1'],
] as const)('1 on the first screen of %s ends with mail in this desk', async ([command, shown]) => {
  const { terminal, run, ready, answer, imap, questions } = await openAccount();
  const isPlain = command !== 'frontdesk';
  await run(command);
  await terminal.sees(shown);
  terminal.type('1');
  if (isPlain) terminal.press('enter');
  await answer('Mail address', ADDRESS);
  await answer('Your name', '');
  await answer('Type yes', 'yes');
  await answer('Password (or', 'secret');
  await terminal.sees('Signed in: 0 mails');
  expect(questions()).toBeLessThanOrEqual(5);
  await expect.poll(() => imap.heard.at(-1)).toBe('IDLE');
  const before = imap.heard.length;
  imap.inbox.deliver(mail('mia@customer.example', 'three'), Date.now());
  if (!isPlain) await terminal.sees('three');
  await expect.poll(() => imap.heard.slice(before).at(-1)).toBe('IDLE');
  terminal.type('q');
  if (isPlain) terminal.press('enter');
  await terminal.sees('ready>');
  // The line of the desk's last prompt was never ended.
  terminal.press('enter');
  await ready();
  await run('frontdesk conversations list');
  await terminal.sees('three');
});

test('mail of the last 14 days comes in if that is wanted, and the page of mail says what was left', async () => {
  const { terminal, run, answer, imap } = await openAccount();
  imap.inbox.deliver(mail('zoe@customer.example', 'ancient'), Date.now() - 20 * DAY_MS);
  imap.inbox.deliver(mail('zoe@customer.example', 'recent'), Date.now() - 3 * DAY_MS);
  await run(`frontdesk mail setup ${ADDRESS}`);
  await answer('Your name', '');
  await answer('Type yes', 'yes');
  await answer('Password (or', 'secret');
  await answer('Take the mail of the last 14 days too?', 'yes');
  await terminal.sees('Signed in: 2 mails in the mailbox, 1 taken now.');
  await run('frontdesk');
  await terminal.sees('recent');
  expect(terminal.text()).not.toContain('ancient');
  terminal.type('gM');
  await terminal.sees('1 older mail there is not taken');
});

test('a certificate of an unknown authority is told, and set-up goes on with a file of it and the same password', async () => {
  const { terminal, run, ready, answer, imap, config, home } = await openAccount({ isTrusted: false });
  writeFileSync(join(home, 'other.pem'), pem('other'));
  writeFileSync(join(home, 'own.pem'), pem('good'));
  await run(`frontdesk mail setup ${ADDRESS}`);
  await answer('Your name', '');
  await answer('Type yes', 'yes');
  await answer('Password (or', 'secret');
  await terminal.sees('The certificate of localhost is signed by itself alone.');
  await terminal.sees('Sending: the certificate of localhost is signed by itself alone.');
  for (const [before, file] of ['~/missing.pem', '~/other.pem', '~/own.pem'].entries()) {
    const prompts = () => terminal.text().split('File, or nothing to try again:').length - 1;
    await terminal.until(() => prompts() === before + 1, 'another question');
    terminal.type(file);
    terminal.press('enter');
  }
  await terminal.sees('missing.pem cannot be used (ENOENT)');
  await terminal.sees('Signed in: 0 mails');
  await ready();
  const settings = readFileSync(config, 'utf8');
  expect(settings).toMatch(/^ca_file = ".*\/own\.pem"\n\n\[mail\]\n/);
  await run('frontdesk mail check');
  await terminal.sees('it lets this machine send');
  await run('frontdesk');
  await expect.poll(() => imap.heard.at(-1)).toBe('IDLE');
});

test('a trap host gets no password if it is not confirmed, and the settings stay as they are', async () => {
  const { terminal, run, ready, answer, imap, relay, folder, config } = await openAccount();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(config, '# mine\r\nbell = "none"');
  await run(`frontdesk mail setup ${ADDRESS}`);
  await answer('Your name', '');
  await answer('localhost is not part of shop.example', 'no');
  await terminal.sees('Nothing was changed.');
  await ready();
  expect([imap.heard, relay.connectionsEver()]).toEqual([[], 0]);
  expect(readFileSync(config, 'utf8')).toBe('# mine\r\nbell = "none"');
  expect(existsSync(join(folder, `${ADDRESS}.password`))).toBe(false);
});

test('mail setup keeps other settings to the byte, and does not touch a table [mail]', async () => {
  const { terminal, run, ready, answer, imap, relay, folder, config } = await openAccount();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const before = '# mine\r\nbell = "none"';
  writeFileSync(config, before);
  await run('frontdesk mail setup');
  await answer('Mail address', ADDRESS);
  await answer('Your name', '');
  await answer('Type yes', `localhost:${imap.port} localhost:${relay.port}`);
  await answer('Password (or', 'secret');
  await terminal.sees('0 mails in the mailbox');
  await ready();
  const tables = expectedSettings(imap.port, relay.port);
  expect(readFileSync(config, 'utf8')).toBe(`${before}\n\n${tables}`);
  await run('frontdesk mail setup');
  await terminal.sees('has a table [mail] already');
  await ready();
  expect(readFileSync(config, 'utf8')).toBe(`${before}\n\n${tables}`);
});

test('servers that nothing names are typed, and [mail] names the help center if it is another than the usual', async () => {
  const { terminal, run, ready, answer, imap, relay, config, home } = await openAccount({ isNamed: false });
  await run(`frontdesk mail setup ${ADDRESS} --database ~/other.db`);
  await answer('Your name', '');
  await answer('Nothing names the mail servers of shop.example', `localhost:${imap.port} localhost:${relay.port}`);
  await answer('Password (or', 'secret');
  await terminal.sees('Signed in: 0 mails');
  await ready();
  expect(readFileSync(config, 'utf8')).toContain(`[mail]\ndatabase = "${home}/other.db"\n`);
  await run('frontdesk mail check');
  await terminal.sees(`Help center ${home}/other.db: good`);
});

test('a name that cannot be given is said, and the account is set up all the same', async () => {
  const { terminal, run, ready, answer, home, config } = await openAccount();
  writeFileSync(join(home, 'broken.db'), 'no database');
  await run(`frontdesk mail setup ${ADDRESS} --database ~/broken.db`);
  await answer('Your name', 'Ana');
  await answer('Type yes', 'yes');
  await answer('Password (or', 'secret');
  await terminal.sees('Your name stays as it was');
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
  await terminal.sees('config.toml cannot be written (EFBIG). Nothing was changed.');
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
  await terminal.sees('535 5.7.8 the token has ended');
  writeFileSync(tokens, 'secret\n');
  await answer('Password (or', `!! cat ${tokens}`);
  await answer('Take the mail of the last 14 days too?', 'no');
  await terminal.sees('Signed in: 2 mails in the mailbox. agent');
  await ready();
  expect(questions()).toBe(5);
  expect(readFileSync(config, 'utf8')).toBe(`[mail]
relay = "smtps://agent%40shop.example@localhost:${relay.port}"
relay_token_command = "cat ${tokens}"

[[mail.mailbox]]
url = "imaps://agent%40shop.example@localhost:${imap.port}"
token_command = "cat ${tokens}"
`);
  expect(existsSync(join(folder, `${ADDRESS}.password`))).toBe(false);
  await run('frontdesk mail check');
  await terminal.sees('it lets this machine send');
});
