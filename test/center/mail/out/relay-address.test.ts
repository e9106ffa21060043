import { expect, test } from 'vitest';
import { relayAddress } from '../../../../src/center/mail/out/relay-address.ts';
import { canRead } from '../../../../src/center/mail/server-address.ts';

test.for([
  ['smtps://help%40shop.example@smtp.shop.example', 'smtp.shop.example', 465, 'at once'],
  ['smtps://desk@SMTP.shop.example:4650', 'smtp.shop.example', 4650, 'at once'],
  ['smtp://desk@smtp.shop.example', 'smtp.shop.example', 587, 'by STARTTLS'],
  ['smtp://smtp.shop.example/', 'smtp.shop.example', 25, 'by STARTTLS'],
  ['smtp://localhost', 'localhost', 25, 'if offered'],
  ['smtp://127.0.0.1:2525', '127.0.0.1', 2525, 'if offered'],
  ['smtp://[::1]:2525', '::1', 2525, 'if offered'],
  // A name that only looks like this machine.
  ['smtp://127.0.0.1.evil.example', '127.0.0.1.evil.example', 25, 'by STARTTLS'],
] as const)('%s is %s, port %i, with TLS %s', ([url, host, port, tls]) => {
  expect(relayAddress(url)).toMatchObject({ host, port, tls });
});

test('the user name is decoded, and names the relay', () => {
  expect(relayAddress('smtps://help%40shop.example@smtp.shop.example')).toMatchObject({
    user: 'help@shop.example',
    name: 'help@shop.example at smtp.shop.example',
  });
  expect(relayAddress('smtp://localhost')).not.toHaveProperty('user');
});

test.for([
  'smtp.shop.example',
  'https://smtp.shop.example',
  'smtps://desk:canary@smtp.shop.example',
  'smtps://%@smtp.shop.example',
  'smtps://a%0d%0ab@smtp.shop.example',
  'smtps://smtp.shop.example/INBOX',
  'smtps://',
])('%s is not a relay, and no password is told', url => {
  expect(canRead(relayAddress, url)).toBe(false);
  expect(() => relayAddress(url)).toThrow(/^(?!.*canary).*\.$/);
});
