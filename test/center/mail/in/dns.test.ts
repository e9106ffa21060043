import { expect, test } from 'vitest';
import { createDns } from '../../../../src/center/mail/in/dns.ts';
import { freePort } from '../../../harness/mail-servers.ts';
import { openTextServer, type TextAnswer } from '../../../harness/name-server.ts';

const LONG = `v=DKIM1; p=${'A'.repeat(500)}`;

const ANSWERS: Readonly<Record<string, TextAnswer>> = {
  'there.example': ['v=DKIM1; p=x'],
  'long.example': [LONG],
  'two.example': ['first', 'second'],
  'empty.example': [''],
  'broken.example': 'fails',
};

async function dns() {
  return createDns((await openTextServer(name => ANSWERS[name] ?? 'none')).at);
}

test('a record is its texts as one, the first of several, or none', async () => {
  const ask = await dns();
  expect(await ask('There.Example')).toBe('v=DKIM1; p=x');
  expect(await ask('long.example')).toBe(LONG);
  expect(await ask('two.example')).toBe('first');
  expect(await ask('empty.example')).toBeNull();
  expect(await ask('nowhere.example')).toBeNull();
});

test.for([
  '',
  '.',
  'a..example',
  '-',
  `${'x'.repeat(64)}.example`,
  `${'x.'.repeat(140)}example`,
  '._domainkey.a.example',
])('a name that cannot be has no record: %s', async name => {
  expect(await (await dns())(name)).toBeNull();
});

test('a server that fails, lies or is not there gives no answer', async () => {
  await expect((await dns())('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  const nobody = createDns(`127.0.0.1:${await freePort()}`);
  await expect(nobody('there.example')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test.for(['silent', 'lies'] as const)('a server that is %s is given up', { timeout: 60_000 }, async answer => {
  const server = await openTextServer(() => answer);
  await expect(createDns(server.at)('there.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
});
