import { expect, test } from 'vitest';
import { isOfOurs, isUnreadAddress } from '../../../../src/center/mail/automatic/addressee.ts';

test.for([
  ['office@shop.example', 'help@shop.example', true],
  ['Office@SHOP.example', 'help@Shop.example', true],
  ['cron@web1.shop.example', 'help@shop.example', true],
  ['kim@customer.example', 'help@shop.example', false],
  ['kim@workshop.example', 'help@shop.example', false],
  ['kim@example', 'help@shop.example', false],
  ['kim@gmail.com', 'shop@gmail.com', false],
  ['kim@yahoo.co.jp', 'shop@yahoo.co.jp', false],
  ['kim@gmx.de', 'shop@gmx.de', false],
  ['kim@t-online.de', 'shop@t-online.de', false],
  ['kim@notgmail.com', 'shop@notgmail.com', true],
  ['kim@gmail.com.example', 'shop@gmail.com.example', true],
] as const)('%s is of the organisation of %s: %s', ([address, inbox, isOurs]) => {
  expect(isOfOurs(address, ['sales@other.example', inbox])).toBe(isOurs);
});

test('programs and no-reply addresses are not read', () => {
  const unread = ['MAILER-DAEMON@a.example', 'no-reply@a.example', 'bounces+7@a.example', 'root@a.example'];
  expect(unread.map(isUnreadAddress)).toEqual(unread.map(() => true));
  expect(['kim@a.example', 'rooted@a.example'].map(isUnreadAddress)).toEqual([false, false]);
});
