import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCenter } from '../../../src/center/center.ts';
import { importMail } from '../../../src/center/intake/import-mail.ts';
import { checkersOf } from '../../../src/center/mail/in/checked-by.ts';
import { readHere } from '../../center/intake/open-intake.ts';
import { receiveMail } from '../../center/mail/receive.ts';
import { openImapServer } from '../../harness/imap-server.ts';
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

function checked(name: string): string {
  return `Authentication-Results: ${name};\r\n dkim=pass header.d=customer.example\r\nSubject: hello\r\n\r\nText\r\n`;
}

async function imap() {
  const server = await openImapServer();
  onTestFinished(() => server.close());
  return server;
}

test('mail check signs in, says in words what fails, and how many of the newest mails are verified', async () => {
  const { port, inbox } = await imap();
  for (let each = 0; each < 4; each += 1) inbox.deliver(checked('mx.shop.example'), 1_000 * each);
  inbox.deliver('Subject: nobody checked it\r\n\r\n', 9_000);
  const at = (user: string) => `${user} at 127.0.0.1:${port}`;
  const { folder, mail, database } = mailShell(
    `[mail]
database = "center.db"
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
    `LMTP ${folder}/lmtp: nobody listens there until frontdesk serve or the desk runs.`,
    'authserv_id: 4 of the newest 5 mails were checked by mx.shop.example. If that is your mail server, put into ' +
      '[mail]: authserv_id = "mx.shop.example"',
    '',
  ]);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).not.toContain('false-secret');
  expect([...inbox.mails].every(each => !each.flags.has('\\Seen'))).toBe(true);
});

test('mail check proposes the server from the mails that came by LMTP if there is no mailbox', async () => {
  const { folder, mail, database } = mailShell('[mail]\ndatabase = "center.db"\nlmtp = "FOLDER/lmtp"\n');
  const attachmentsFolder = join(folder, 'attachments');
  const center = await createCenter({ database, attachmentsFolder, settings: { passwordCost: 4 } });
  const archive = join(folder, 'old.eml');
  writeFileSync(archive, `From: <lena@customer.example>\r\n${checked('mx.provider.example')}`);
  await importMail(center, [archive], { reader: readHere });
  const mailCenter = { ...center, reader: readHere, log: () => undefined };
  const raw = Buffer.from(`From: <rosa@customer.example>\r\n${checked('mx.shop.example')}${'long '.repeat(20_000)}`);
  expect(await receiveMail(mailCenter, raw, { via: 'lmtp' })).toEqual({ stored: 'new' });
  await center.close();
  expect((await mail('check')).stdout).toContain('1 of the newest 1 mails were checked by mx.shop.example');
});

test('mail check says that DNS does not answer, and that this is wrong', async () => {
  const { port, inbox } = await imap();
  const field = 'Authentication-Results: mx.shop.example; none\r\n';
  for (let each = 0; each < 3; each += 1) inbox.deliver(`${field}${checked('mx.shop.example')}`, 1_000 * each);
  const settings = (told: string) => `[mail]
database = "center.db"
${told}
[[mail.mailbox]]
url = "imap://agent%40shop.example@127.0.0.1:${port}"
password_file = "right"
`;
  const { folder, mail, write } = mailShell(settings(''));
  writeFileSync(join(folder, 'right'), 'secret\n', { mode: 0o600 });
  expect((await mail('check')).stdout).toContain(
    'put into [mail]: authserv_id = "mx.shop.example" and authserv_fields = 2\n',
  );
  write(settings('authserv_id = "mx.shop.example"'));
  expect((await mail('check')).stdout).toContain(
    'authserv_fields: mx.shop.example has 2 in 3 mails; mail with another number than 1 is not verified. Put into [mail]: ' +
      'authserv_fields = 2\n',
  );
  write(settings('authserv_id = "mx.shop.example"\nauthserv_fields = 2'));
  expect(await mail('check')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('authserv_fields') });
  inbox.deliver(`${field}${field}${checked('mx.shop.example')}`, 9_000);
  expect(await mail('check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      'authserv_fields: mx.shop.example has 2 in 3 mails, 3 in 1 mail; mail with another number than 2 is not verified. ' +
        'Let the server put as many into each mail, and remove those that come in with its name.\n',
    ),
  });
});

test('mail check is content with what is good, and without settings says that nothing is set up', async () => {
  const { port, inbox } = await imap();
  inbox.deliver(checked('mx.shop.example'), 1_000);
  const { folder, mail, write } = mailShell(`[mail]
database = "center.db"
authserv_id = "MX.shop.example"
[[mail.mailbox]]
url = "imap://agent%40shop.example@127.0.0.1:${port}"
password_file = "right"
`);
  writeFileSync(join(folder, 'right'), 'secret\n', { mode: 0o600 });
  const { code, stdout } = await mail('check');
  expect(stdout).toContain('authserv_id: good, 1 of the newest 1 mails were checked by mx.shop.example.');
  expect(code).toBe(0);
  write('');
  expect(await mail('check')).toMatchObject({
    code: 1,
    stderr: 'frontdesk: The settings file has no table [mail]: nothing of mail is set up.\n',
  });
});

describe('the server that checked a mail', () => {
  test.for([
    ['is named by the first field', `${'Received: x\r\n'}${checked('mx.shop.example')}`, 'mx.shop.example'],
    ['not by a later one', `Authentication-Results: mine; none\r\n${checked('theirs')}`, 'mine'],
    ['not by the text', `Subject: hello\r\n\r\n${checked('forged')}`, undefined],
    ['may have a version behind it', 'Authentication-Results: mx 1; none\n\n', 'mx'],
    ['may stand in the next line', 'Authentication-Results:\r\n mx.shop.example;\r\n none\r\n\r\n', 'mx.shop.example'],
    ['is unknown if the field names none', 'Authentication-Results: spf=pass; dkim=pass\r\n\r\n', undefined],
    ['is unknown without the field', 'Subject: hello\n\n', undefined],
  ] as const)('%s', ([, raw, name]) => {
    expect(checkersOf(Buffer.from(raw))[0]).toBe(name);
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
