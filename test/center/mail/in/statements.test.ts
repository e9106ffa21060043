import { expect, test } from 'vitest';
import { watchStatements } from '../../statements.ts';
import { mailOf, openMail } from '../open-mail.ts';
import { receiveMail } from '../receive.ts';

const LMTP = { via: 'lmtp' } as const;

test('a new mail takes at most 34 statements in its transaction', async () => {
  const { center } = await openMail();
  const mail = (number: number) =>
    mailOf(
      'From: Zoe <zoe@x.example>',
      `Subject: Parcel ${number}`,
      `Message-ID: <m${number}@x.example>`,
      '',
      'Where?',
    );
  // The first one makes its sender a contact.
  await receiveMail(center, mail(1), LMTP);
  const queries: string[] = [];
  watchStatements(({ query }) => queries.push(query));
  expect(await receiveMail(center, mail(2), LMTP)).toEqual({ stored: 'new' });
  const begin = queries.lastIndexOf('begin immediate');
  const end = queries.findIndex((one, at) => at > begin && one === 'commit');
  const within = queries.slice(begin + 1, end);
  expect(begin).toBeGreaterThan(0);
  expect(within.length, within.join('\n')).toBeLessThanOrEqual(34);
});
