import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Door } from '../../../../src/center/mail/in/accept-mail.ts';
import type { MailFacts } from '../../../../src/center/mail/in/facts.ts';
import { checkLmtp, type LmtpOptions, listenLmtp } from '../../../../src/center/mail/in/lmtp.ts';
import { lmtpAddress } from '../../../../src/center/mail/in/lmtp-address.ts';
import { eventually } from '../../../harness/eventually.ts';
import { letter } from '../../../harness/letter.ts';
import { lmtpData, openLmtp } from '../../../harness/lmtp-client.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

interface Taken {
  readonly text: string;
  readonly facts: MailFacts;
}

/** A door that keeps what it accepts in memory; `fault` is what it rejects with. */
function memoryDoor() {
  const taken: Taken[] = [];
  const door: Pick<Door, 'accept'> & { fault?: Error; isOpen: Promise<void>; begun: number } = {
    begun: 0,
    isOpen: Promise.resolve(),
    accept: async (source, facts) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of source) {
        if (chunks.push(chunk) === 1) door.begun += 1;
      }
      await door.isOpen;
      if (door.fault) throw door.fault;
      taken.push({ text: Buffer.concat(chunks).toString(), facts });
    },
  };
  return { door, taken };
}

async function listening(at = '127.0.0.1:0', options: LmtpOptions = {}) {
  const memory = memoryDoor();
  const lmtp = await listenLmtp(memory.door, lmtpAddress(at)!, { drainMs: 5_000, ...options });
  onTestFinished(() => lmtp.close());
  const connect = () => openLmtp(at.startsWith('/') ? at : Number(lmtp.at.split(':').at(-1)));
  return { ...memory, lmtp, connect, client: await connect() };
}

const from = 'rosa@customer.example';
const to = ['help@shop.example', 'sales@shop.example'];

test('each recipient gets an answer of its own, and the mail is taken once, with its envelope', async () => {
  const { client, taken } = await listening();
  const text = letter(1);
  expect(await client.deliver({ from, to, data: lmtpData(`${text}\r\n.\r\n..dots`) })).toMatchObject([
    { code: 250 },
    { code: 250 },
  ]);
  expect(taken).toEqual([{ text: `${text}\r\n.\r\n..dots\r\n`, facts: { via: 'lmtp', envelope: { from, to } } }]);
  await client.deliver({ from: '', to, data: lmtpData(text) });
  expect(taken[1]!.facts.envelope).toEqual({ from: null, to });
});

test('no client gets 250 before the mail is committed', async () => {
  const { door, client, taken } = await listening();
  const commit = Promise.withResolvers<void>();
  door.isOpen = commit.promise;
  let replies: unknown;
  const delivering = client.deliver({ from, to, data: lmtpData(letter(1)) }).then(said => {
    replies = said;
  });
  await eventually(() => expect(door.begun).toBe(1));
  expect([replies, taken.length]).toEqual([undefined, 0]);
  commit.resolve();
  await delivering;
  expect(replies).toMatchObject([{ code: 250 }, { code: 250 }]);
});

test('a mail that cannot be stored now is for later, and the connection goes on', async () => {
  const { door, client } = await listening();
  for (const [fault, code, words] of [
    [Object.assign(new Error('busy'), { errcode: 5 }), 451, 'try again later'],
    [Object.assign(new Error('full'), { code: 'ENOSPC' }), 452, 'disk of the help center is full'],
    [new Error('a bug'), 451, 'try again later'],
  ] as const) {
    door.fault = fault;
    const replies = await client.deliver({ from, to, data: lmtpData(letter(1)) });
    expect(replies).toMatchObject([{ code }, { code }]);
    expect(replies[0]!.text).toContain(words);
  }
  delete door.fault;
  expect(await client.deliver({ from, to, data: lmtpData(letter(1)) })).toMatchObject([{ code: 250 }, { code: 250 }]);
});

test('a mail that is too large is refused for good, whether its size was told or not', async () => {
  const { client, taken } = await listening(undefined, { maxMailBytes: 10_000 });
  expect((await client.say('LHLO again')).text).toContain('SIZE 10000');
  expect(await client.say(`MAIL FROM:<${from}> SIZE=10001`)).toMatchObject({ code: 552 });
  const large = lmtpData('Subject: large\r\n\r\n'.padEnd(1_000_000, 'x'));
  expect(await client.deliver({ from, to, data: large })).toMatchObject([{ code: 552 }, { code: 552 }]);
  expect(taken).toEqual([]);
  expect(await client.deliver({ from, to, data: lmtpData('Subject: small\r\n\r\n') })).toMatchObject([
    { code: 250 },
    { code: 250 },
  ]);
});

test('a client that leaves in the middle of a mail leaves nothing', async () => {
  const { door, client, taken, connect } = await listening();
  const half = lmtpData(letter(1)).subarray(0, 300);
  void client.deliver({ from, to, data: half }).catch(() => undefined);
  await eventually(() => expect(door.begun).toBe(1));
  client.destroy();
  const other = await connect();
  expect(await other.deliver({ from, to, data: lmtpData(letter(2)) })).toHaveLength(2);
  expect(taken.map(({ text }) => text)).toEqual([letter(2)]);
});

test('a listener that is closed lets a mail in progress finish, and dismisses the others', async () => {
  const { door, client, taken, lmtp, connect } = await listening();
  const idle = await connect();
  const commit = Promise.withResolvers<void>();
  door.isOpen = commit.promise;
  const delivering = client.deliver({ from, to, data: lmtpData(letter(1)) });
  await eventually(() => expect(door.begun).toBe(1));
  const closing = lmtp.close();
  commit.resolve();
  expect(await delivering).toMatchObject([{ code: 250 }, { code: 250 }]);
  expect(await idle.say('NOOP')).toMatchObject({ code: 421 });
  for (const each of [client, idle]) each.destroy();
  await closing;
  expect(taken).toHaveLength(1);
});

test('a socket is open to its owner and group, and one that a killed process left is replaced', async () => {
  const path = join(temporaryFolder(), 'lmtp');
  const left = createServer().listen(path);
  await eventually(() => stat(path));
  await expect(listening(path)).rejects.toThrow(`Another program listens at ${path}.`);
  // A process that is killed does not delete its socket.
  const gone = `${path}-of-a-killed-process`;
  await leaveSocket(gone);
  await new Promise(resolve => left.close(resolve));
  const { client, taken } = await listening(gone);
  expect((await stat(gone)).mode & 0o777).toBe(0o660);
  await client.deliver({ from, to, data: lmtpData(letter(1)) });
  expect(taken).toHaveLength(1);
});

test('an address that cannot be used is named with the reason', async () => {
  const { lmtp } = await listening();
  await expect(listening(lmtp.at)).rejects.toThrow(`Another program listens at ${lmtp.at}.`);
  await expect(listening('/nowhere/lmtp')).rejects.toThrow(
    '/nowhere/lmtp is in a folder that is missing or closed to this user.',
  );
});

test.for([
  ['/run/frontdesk/lmtp', { path: '/run/frontdesk/lmtp' }],
  ['127.0.0.1:24', { host: '127.0.0.1', port: 24 }],
  ['[::1]:2424', { host: '::1', port: 2424 }],
  ['localhost:2424', { host: 'localhost', port: 2424 }],
  ['0.0.0.0:2424', undefined],
  ['mail.example:24', undefined],
  ['127.0.0.1', undefined],
  ['127.0.0.1:99999', undefined],
  ['lmtp.sock', undefined],
] as const)('%s is read as an address of this machine alone', ([text, address]) => {
  expect(lmtpAddress(text)).toEqual(address);
});

async function leaveSocket(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { spawn } = await import('node:child_process');
  const code = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawn(process.execPath, ['-e', code]).on('exit', () => resolve());
  return promise;
}

test('a program that hangs up without a word is another program', async () => {
  const server = createServer(socket => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await checkLmtp({ host: '127.0.0.1', port })).toBe('another program');
});

test.each([
  'john..doe@docomo.example',
  'taro.@docomo.example',
  '.taro@docomo.example',
  '"john..doe"@docomo.example',
  '"a b"@x.example',
  '"a@b"@x.example',
  '"a>b"@x.example',
  String.raw`"a\"b"@x.example`,
  'user@host@x.example',
  'user@x_y.example',
  'user@-x.example',
  'user@x.example.',
  'user@[192.0.2.1]',
  'user@[IPv6:2001:db8::1]',
  'host!user',
  'root',
  'a"b@x.example',
  `${'l'.repeat(90)}@${'d'.repeat(180)}.example`,
  'bounce+zoe=there.example@lists.example',
  'jö@x.example',
])('the mail that a mail server has accepted is taken with %s in its envelope', async address => {
  const { client, taken } = await listening();
  const data = lmtpData(letter(1));
  expect(await client.deliver({ from: address, to: [address], data })).toMatchObject([{ code: 250 }]);
  expect(taken[0]!.facts.envelope).toEqual({ from: address, to: [address] });
});

test('an address beyond ASCII in the envelope is known in one form, and a route is ignored', async () => {
  const { client, taken } = await listening();
  const both = ['hilfe@bücher.example', 'hilfe@xn--bcher-kva.example'];
  await client.deliver({ from: '@relay.example:jo@münchen.example', to: both, data: lmtpData(letter(1)) });
  const kept = 'hilfe@xn--bcher-kva.example';
  expect(taken[0]!.facts.envelope).toEqual({ from: 'jo@xn--mnchen-3ya.example', to: [kept, kept] });
});
