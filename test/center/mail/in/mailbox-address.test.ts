import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachOnce, mailboxAddress } from '../../../../src/center/mail/in/mailbox-address.ts';
import { readPassword } from '../../../../src/center/mail/sign-in.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

test.for([
  ['imaps://help@imap.shop.example', 'imap.shop.example', 993, 'help', 'INBOX', 'at once'],
  ['imaps://help%40shop.example@imap.shop.example/', 'imap.shop.example', 993, 'help@shop.example', 'INBOX', 'at once'],
  [
    'imaps://help@imap.shop.example:1993/Support/New%20mail',
    'imap.shop.example',
    1993,
    'help',
    'Support/New mail',
    'at once',
  ],
  ['imap://help@imap.shop.example', 'imap.shop.example', 143, 'help', 'INBOX', 'by STARTTLS'],
  ['imap://help@127.0.0.1:1143', '127.0.0.1', 1143, 'help', 'INBOX', 'none'],
  ['imaps://help@[2001:db8::1]', '2001:db8::1', 993, 'help', 'INBOX', 'at once'],
] as const)('%s is understood', ([url, host, port, user, folder, tls]) => {
  expect(mailboxAddress(url)).toMatchObject({ host, port, user, folder, tls });
});

test.for([
  ['imap.shop.example', 'This is not an address of a mailbox.'],
  ['https://help@shop.example', 'It must begin with imaps:// or imap://.'],
  ['imaps://imap.shop.example', 'It names no user.'],
  ['imaps://help@', 'This is not an address of a mailbox.'],
  ['imaps://help:canary@imap.shop.example', 'It contains a password.'],
  ['imaps://help%zz@imap.shop.example', 'It contains a % that is not followed by two hexadecimal digits.'],
  ['imaps://help%0d%0a@imap.shop.example', 'It contains a control character.'],
] as const)('%s is refused: %s', ([url, reason]) => {
  expect(() => mailboxAddress(url)).toThrow(reason);
  expect(() => mailboxAddress(url)).not.toThrow('canary');
});

test('mailboxes that differ in user, server, port or folder have names of their own, without a password', () => {
  const urls = ['imaps://a@x', 'imaps://b@x', 'imaps://a@y', 'imaps://a@x:994', 'imaps://a@x/Other'];
  expect(urls.map(url => mailboxAddress(url).name)).toEqual([
    'a at x',
    'b at x',
    'a at y',
    'a at x:994',
    'a at x, Other',
  ]);
});

test('one mailbox written in different ways has one name, and is read once', () => {
  const urls = ['imaps://a@x', 'imaps://a@X:993/', 'imap://a@x:143/Inbox', 'imaps://%61@x/INBOX'];
  expect(new Set(urls.map(url => mailboxAddress(url).name))).toEqual(new Set(['a at x']));
  const repeated: string[] = [];
  const accounts = urls.map((url, index) => ({ url, passwordFile: `file${index}` }));
  expect(eachOnce(accounts, name => repeated.push(name))).toEqual([accounts[0]]);
  expect(repeated).toEqual(['a at x', 'a at x', 'a at x']);
});

test.for([
  ['canary', 0o600, 'canary'],
  ['canary\n', 0o400, 'canary'],
  ['canary\r\n', 0o600, 'canary'],
  [' canary ', 0o600, ' canary '],
  ['canary', 0o640, 'can be read by others'],
  ['canary', 0o604, 'can be read by others'],
  ['', 0o600, 'is empty'],
  ['canary\nmore', 0o600, 'has more than one line'],
] as const)('of a password file with %j and mode %o comes: %s', async ([content, mode, expected]) => {
  const path = join(temporaryFolder(), 'password');
  writeFileSync(path, content);
  chmodSync(path, mode);
  const read = readPassword(path).catch(error => {
    expect(error.message).not.toContain('canary');
    return error.message;
  });
  expect(await read).toContain(expected);
});

test('a password file that is not there, or is a folder, is told', async () => {
  const folder = temporaryFolder();
  await expect(readPassword(join(folder, 'none'))).rejects.toThrow(`There is no password file ${folder}/none.`);
  chmodSync(folder, 0o700);
  await expect(readPassword(folder)).rejects.toThrow('is a folder');
});
