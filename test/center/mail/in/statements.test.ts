import { StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
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
  for (const name of ['all', 'run', 'get'] as const) {
    const own = StatementSync.prototype[name];
    const spy = vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      queries.push(this.sourceSQL);
      return Reflect.apply(own, this, values);
    });
    onTestFinished(() => spy.mockRestore());
  }
  expect(await receiveMail(center, mail(2), LMTP)).toEqual({ stored: 'new' });
  const begin = queries.lastIndexOf('begin immediate');
  const end = queries.findIndex((one, at) => at > begin && one === 'commit');
  const within = queries.slice(begin + 1, end);
  expect(begin).toBeGreaterThan(0);
  expect(within.length, within.join('\n')).toBeLessThanOrEqual(34);
});
