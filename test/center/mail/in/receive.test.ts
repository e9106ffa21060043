import { expect, test } from 'vitest';
import { seeAll } from '../../intake/open-intake.ts';
import { mailOf, openMail } from '../open-mail.ts';
import { receiveMail } from '../receive.ts';

const QUESTION = mailOf(
  'From: Rosa <rosa@customer.example>',
  'To: help@shop.example',
  'Message-ID: <1@customer.example>',
  'Subject: Where is my parcel?',
  'Date: Thu, 15 Jan 2026 10:00:00 +0000',
  '',
  'It should be here.',
);

function left(center: Awaited<ReturnType<typeof openMail>>['center']) {
  return center.read(({ db }) => db.selectFrom('mail_incoming').select('hash').execute());
}

test('a mail becomes a conversation, and the same mail twice is one message', async () => {
  const { center } = await openMail();
  expect(await receiveMail(center, QUESTION, { via: 'lmtp' })).toEqual({ stored: 'new' });
  expect(await receiveMail(center, QUESTION, { via: 'imap' })).toEqual({ stored: 'known' });
  const seen = await seeAll(center);
  expect(seen).toMatchObject([
    { title: 'Where is my parcel?', requester: 'rosa@customer.example', texts: ['It should be here.'] },
  ]);
  expect(await left(center)).toEqual([]);
});

test('a mail is committed before it is understood', async () => {
  const { center } = await openMail();
  let seen: unknown[] = [];
  const read = async () => {
    seen = await left(center);
    return { reason: 'Not today.' };
  };
  const reader = { ...center.reader, read };
  expect(await receiveMail({ ...center, reader }, QUESTION, { via: 'lmtp' })).toEqual({ stored: 'set aside' });
  expect(seen).toHaveLength(1);
  expect(await left(center)).toEqual([]);
});
