import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importMail } from '../../../src/center/intake/import-mail.ts';
import { readHere } from '../../center/intake/open-intake.ts';
import { receiveMail } from '../../center/mail/receive.ts';
import { createCenter } from '../../harness/center.ts';
import { signByFrom, usualRecord } from '../../harness/dkim.ts';
import { openImapServer } from '../../harness/imap-server.ts';
import { openTextServer } from '../../harness/name-server.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';
import { runWithEnv } from '../shell-here.ts';

/** Settings for mail in a new folder, and the shell's commands under `mail`. */
function mailShell(settings: string, run = runWithEnv) {
  const folder = temporaryFolder();
  const config = join(folder, 'config.toml');
  const write = (text: string) => writeFileSync(config, text);
  write(settings.replaceAll('FOLDER', folder));
  const env = { ...deskEnvironment(folder), FRONTDESK_CONFIG: config };
  const mail = (...args: string[]) => run(['mail', ...args], { env });
  return { folder, env, mail, write, database: join(folder, 'center.db') };
}

/** Mails of a customer: one that its domain signed, one whose body was changed since, and one without a signature. */
function mailsOf(id: number): Record<'signed' | 'changed' | 'unsigned', Buffer> {
  const unsigned = Buffer.from(
    `From: kim@customer.example\r\nMessage-ID: <${id}@customer.example>\r\n\r\nHello ${id}\r\n`,
  );
  const signed = signByFrom(unsigned);
  return { signed, unsigned, changed: Buffer.concat([signed, Buffer.from('Buy!\r\n')]) };
}

/** A name server that knows the key of all domains. */
function keyServer() {
  return openTextServer(() => [usualRecord]);
}

async function imap() {
  const server = await openImapServer();
  onTestFinished(() => server.close());
  return server;
}

test('mail check signs in, says in words what fails, and how many of the newest mails are verified', async () => {
  const { port, inbox } = await imap();
  const dns = await keyServer();
  for (let each = 0; each < 2; each += 1) inbox.deliver(mailsOf(each).signed, 1_000 * each);
  for (let each = 2; each < 4; each += 1) inbox.deliver(mailsOf(each).unsigned, 1_000 * each);
  inbox.deliver(mailsOf(4).changed, 9_000);
  const at = (user: string) => `${user} at 127.0.0.1:${port}`;
  const { folder, mail, database } = mailShell(
    `[mail]
database = "center.db"
dns = "${dns.at}"
lmtp = "FOLDER/lmtp"
[[mail.mailbox]]
url = "imap://agent%40shop.example@127.0.0.1:${port}"
password_file = "right"
[[mail.mailbox]]
url = "imap://agent%40shop.example@127.0.0.1:${port}/Sales"
password_file = "wrong"
inbox = "sales"
`,
    runShell,
  );
  writeFileSync(join(folder, 'right'), 'secret\n', { mode: 0o600 });
  writeFileSync(join(folder, 'wrong'), 'false-secret\n', { mode: 0o600 });
  const { code, stdout, stderr } = await mail('check');
  expect(stdout.split('\n')).toEqual([
    `Help center ${database}: good, mail comes in here.`,
    'Inbox sales: there is no inbox with this slug; its mail goes to the default one.',
    `Mailbox ${at('agent@shop.example')}: good, 5 mails in it.`,
    expect.stringMatching(/127\.0\.0\.1 refuses the user name or the password.* Check the password/),
    `LMTP ${folder}/lmtp: nothing listens there until frontdesk serve or the desk runs.`,
    `Senders in mailbox ${at('agent@shop.example')}: 2 of the newest 5 mails verified. 2: it is not signed (DKIM). 1: ` +
      'its body was changed after it was signed.',
    '',
  ]);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).not.toContain('false-secret');
  expect([...inbox.mails].every(each => !each.flags.has('\\Seen'))).toBe(true);
});

test('mail check looks at the mails that came by LMTP if there is no mailbox', async () => {
  const dns = await keyServer();
  const { folder, mail, database } = mailShell(
    `[mail]\ndatabase = "center.db"\ndns = "${dns.at}"\nlmtp = "FOLDER/lmtp"\n`,
  );
  const attachmentsFolder = join(folder, 'attachments');
  const center = await createCenter({ database, attachmentsFolder, settings: { passwordCost: 4 } });
  const archive = join(folder, 'old.eml');
  writeFileSync(archive, mailsOf(1).unsigned);
  await importMail(center, [archive], { reader: readHere });
  const mailCenter = { ...center, reader: readHere, log: () => undefined };
  expect(await receiveMail(mailCenter, mailsOf(2).signed, { via: 'lmtp' })).toEqual({ stored: 'new' });
  await center.close();
  expect((await mail('check')).stdout).toContain('Senders by LMTP: 1 of the newest 1 mail verified.\n');
});

test('mail check says that DNS does not answer, and that this is wrong', async () => {
  const { port, inbox } = await imap();
  inbox.deliver(mailsOf(1).signed, 1_000);
  const dns = await openTextServer(() => 'fails');
  const { folder, mail } = mailShell(`[mail]
database = "center.db"
dns = "${dns.at}"
[[mail.mailbox]]
url = "imap://agent%40shop.example@127.0.0.1:${port}"
password_file = "right"
`);
  writeFileSync(join(folder, 'right'), 'secret\n', { mode: 0o600 });
  expect(await mail('check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      '0 of the newest 1 mail verified. 1: DNS did not answer for the key of its signature.',
    ),
  });
});

test('mail check is content with good accounts, and without settings says that nothing is set up', async () => {
  const { port, inbox } = await imap();
  inbox.deliver(mailsOf(1).signed, 1_000);
  const { folder, mail, write } = mailShell(`[mail]
database = "center.db"
dns = "${(await keyServer()).at}"
[[mail.mailbox]]
url = "imap://agent%40shop.example@127.0.0.1:${port}"
password_file = "right"
`);
  writeFileSync(join(folder, 'right'), 'secret\n', { mode: 0o600 });
  const { code, stdout } = await mail('check');
  expect(stdout).toContain(': 1 of the newest 1 mail verified.\n');
  expect(code).toBe(0);
  write('');
  expect(await mail('check')).toMatchObject({
    code: 1,
    stderr: 'frontdesk: The settings file has no table [mail]: nothing of mail is set up.\n',
  });
});

test('mail setup without a terminal, or for a help center elsewhere, changes nothing and says why', async () => {
  const { mail, write, env } = mailShell('');
  const nothing = 'frontdesk: This asks questions, which needs a terminal. Nothing was changed.\n';
  expect(await mail('setup', 'agent@shop.example')).toMatchObject({ code: 1, stdout: '', stderr: nothing });
  expect(readFileSync(env.FRONTDESK_CONFIG, 'utf8')).toBe('');
  write('url = "https://help.shop.example"');
  expect((await mail('setup')).stderr).toContain('https://help.shop.example');
});

test('mail retry-set-aside says how many mails it read again, and ends', async () => {
  const { env, mail } = mailShell('');
  await runWithEnv(['inbox', 'create', 'Shop'], { env });
  expect(await mail('retry-set-aside')).toMatchObject({
    code: 0,
    stdout: '0 mails read again: 0 stored, 0 still set aside.\n',
  });
});
