import { expect, onTestFinished, test } from 'vitest';
import { type MailboxAddress, mailboxAddress } from '../../../../src/center/mail/in/mailbox-address.ts';
import { connectMailbox } from '../../../../src/center/mail/in/mailbox-connection.ts';
import { mailboxTrouble } from '../../../../src/center/mail/in/mailbox-trouble.ts';
import { rest } from '../../../../src/center/mail/rest.ts';
import { type ImapServerOptions, openImapServer } from '../../../harness/imap-server.ts';
import { freePort } from '../../../harness/mail-servers.ts';
import { pem, trust } from '../../../harness/tls.ts';

const TIMES = { answerMs: 20_000, pollMs: 60_000, rest };

async function opened(options: ImapServerOptions = {}) {
  const server = await openImapServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** What a try to open the mailbox ends with. */
async function told(address: MailboxAddress, password = 'secret'): Promise<string> {
  try {
    const connection = await connectMailbox(
      address,
      { text: password, isToken: false },
      TIMES,
      new AbortController().signal,
    );
    connection.close();
    return 'open';
  } catch (error) {
    return mailboxTrouble(error, address, password).reason;
  }
}

function at(port: number, scheme = 'imap'): MailboxAddress {
  return mailboxAddress(`${scheme}://agent%40shop.example@127.0.0.1:${port}`);
}

test.for([
  ['good', 'is signed by itself alone'],
  ['expired', 'has expired'],
  ['other', 'belongs to another server'],
] as const)('a server with a certificate that cannot be trusted (%s) is refused', async ([name, why]) => {
  const { port, heard } = await opened({ tls: { key: pem('key'), cert: pem(name) } });
  if (name !== 'good') trust(name);
  expect(await told(at(port, 'imaps'))).toBe(`The certificate of 127.0.0.1 ${why}.`);
  expect(heard).toEqual([]);
});

test('a server whose certificate the machine trusts is read', async () => {
  const { port } = await opened({ tls: { key: pem('key'), cert: pem('good') } });
  trust('good');
  expect(await told(at(port, 'imaps'))).toBe('open');
});

test('a server that does not offer STARTTLS gets no password', async () => {
  const { port, heard } = await opened();
  expect(await told({ ...at(port), tls: 'by STARTTLS' })).toBe(
    `127.0.0.1 does not offer TLS on port ${port}. Without it the password is not sent.`,
  );
  expect(heard.filter(command => /AUTHENTICATE|LOGIN/.test(command))).toEqual([]);
});

test('a server that speaks no TLS is told, and nothing is sent to it', async () => {
  const { port, heard } = await opened();
  expect(await told(at(port, 'imaps'))).toBe(`127.0.0.1 does not speak TLS on port ${port}.`);
  expect(heard).toEqual([]);
});

test('a port that nothing listens on is told', async () => {
  const port = await freePort();
  expect(await told(at(port))).toBe(`Nothing listens on port ${port} of 127.0.0.1.`);
});

test('a password is in no message, also if the server repeats it', async () => {
  const { port } = await opened();
  const reason = await told(at(port), 'canary');
  expect(reason).toContain('127.0.0.1 refuses the user name or the password (it says:');
  expect(reason).not.toContain('canary');
});

test('a server’s words are one safe line', async () => {
  const server = await opened();
  server.fault = ({ name }) => (name === 'SELECT' ? { kind: 'refuses', text: 'no\u001b[31m\u202e way' } : undefined);
  expect(await told(at(server.port))).toBe('127.0.0.1 refuses to go on (it says: no^[[31m way).');
});
