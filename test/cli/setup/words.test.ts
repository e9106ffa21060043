import { expect, test } from 'vitest';
import { cureFor, isUnreached } from '../../../src/cli/setup/cures.ts';
import { typedSecret } from '../../../src/cli/setup/secret.ts';
import { mailTables, withTables } from '../../../src/cli/setup/tables.ts';

test.for([
  [
    'The relay refuses the user name or the password: 535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    /SMTP is switched off/,
  ],
  [
    'imap.gmail.com refuses the user name or the password (it says: Application-specific password required)',
    /app password/,
  ],
  [
    'imap.shop.example refuses the user name or the password (it says: Too many login attempts)',
    /takes no sign-in for now/,
  ],
  ['Nothing listens on port 994 of imap.shop.example.', /port may be wrong/],
  ['The relay does not speak TLS on port 587 of smtp.shop.example.', /port may be wrong/],
  ['outlook.office365.com refuses the user name or the password (it says: LOGIN failed.)', /takes tokens alone/],
  ['imap.shop.example refuses the user name or the password.', /Check the password/],
] as const)('a refusal is told with its cure: %s', ([refusal, cure]) => {
  expect(cureFor(refusal)).toMatch(cure);
});

test.for([
  ['Nothing listens on port 994 of imap.shop.example.', true],
  ['There is no server with the name imap.shop.example.', true],
  ['imap.shop.example refuses the user name or the password.', false],
  ['imap.shop.example refuses the user name or the password (it says: Too many login attempts)', false],
] as const)('another password is asked for only if it can help: %s', ([refusal, isGone]) => {
  expect(isUnreached(refusal)).toBe(isGone);
});

test('a typed secret is a password, or a command behind marks', () => {
  expect(typedSecret(' pass word ')).toEqual({ password: ' pass word ' });
  expect(typedSecret('! pass show help')).toEqual({ setting: 'password_command', command: 'pass show help' });
  expect(typedSecret('!! oama access a@x')).toEqual({ setting: 'token_command', command: 'oama access a@x' });
  expect(['', '! ', '!!  '].map(typedSecret)).toEqual([undefined, undefined, undefined]);
  expect(typedSecret('!Secret')).toEqual({ password: '!Secret' });
});

test('tables are put behind a file that ends without a line break, and say a command in quotes', () => {
  const server = { host: 'x.example', port: 993, isTls: true };
  const servers = { imap: server, smtp: { ...server, port: 587, isTls: false }, user: 'a@x.example', where: '' };
  const tables = mailTables(servers, typedSecret('!! echo "\\t"')!, 'none', '/srv/help.db');
  expect(tables).toBe(`[mail]
database = "/srv/help.db"
relay = "smtp://a%40x.example@x.example"
relay_token_command = "echo \\"\\\\t\\""

[[mail.mailbox]]
url = "imaps://a%40x.example@x.example"
token_command = "echo \\"\\\\t\\""
`);
  expect([withTables('', 'x'), withTables('a\n', 'x'), withTables('a', 'x')]).toEqual(['x', 'a\n\nx', 'a\n\nx']);
  expect(withTables('', 'x', '/own.pem')).toBe('ca_file = "/own.pem"\n\nx');
  expect(withTables('[cache]\n', 'x', '/own.pem')).toBe('ca_file = "/own.pem"\n[cache]\n\nx');
});
