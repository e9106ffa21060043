import { expect, test } from 'vitest';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import { putRule } from '../../../../src/center/model/rule/definition.ts';
import { type Ran, watchStatements } from '../../statements.ts';
import { mailOf, openMail } from '../open-mail.ts';
import { receiveMail } from '../receive.ts';

const LMTP = { via: 'lmtp' } as const;

function receive(center: MailCenter, number: number) {
  const id = `Message-ID: <m${number}@x.example>`;
  return receiveMail(center, mailOf('From: Zoe <zoe@x.example>', `Subject: Parcel ${number}`, id, '', 'Where?'), LMTP);
}

/** The statements in the transaction of a new mail. */
async function ranIn(center: MailCenter, number: number): Promise<readonly Ran[]> {
  const ran: Ran[] = [];
  const end = watchStatements(one => ran.push(one));
  expect(await receive(center, number)).toEqual({ stored: 'new' });
  end();
  const begun = ran.findLastIndex(({ query }) => query === 'begin immediate');
  const ended = ran.findIndex(({ query }, at) => at > begun && query === 'commit');
  expect(begun).toBeGreaterThan(0);
  return ran.slice(begun + 1, ended);
}

test('a new mail takes at most 35 statements in its transaction', async () => {
  const { center } = await openMail();
  // The first one makes its sender a contact.
  await receive(center, 1);
  const within = await ranIn(center, 2);
  expect(within.length, within.map(({ query }) => query).join('\n')).toBeLessThanOrEqual(35);
});

test('a hundred rules cost a mail at most a tenth more statements, and a tenth more rows', async () => {
  const { center } = await openMail();
  await receive(center, 1);
  const without = await ranIn(center, 2);
  await center.write(async work => {
    for (let at = 0; at < 100; at += 1) {
      const when = { from: `@customer${at}.example`, not: { tags: ['done'] } };
      await putRule(work, { name: `Rule ${at}`, when, do: { add_tags: ['customer'] } });
    }
  });
  const within = await ranIn(center, 3);
  const rowsOf = (all: readonly Ran[]) => all.reduce((sum, { rows }) => sum + rows, 0);
  expect(within.length).toBeLessThanOrEqual(without.length * 1.1);
  expect(rowsOf(within)).toBeLessThanOrEqual(rowsOf(without) * 1.1);
});
