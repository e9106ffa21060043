import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type MailSettings, takeMail } from '../../../../src/center/mail/in/take-mail.ts';
import { setMailHome } from '../../../../src/center/model/setting.ts';
import { eventually } from '../../../harness/eventually.ts';
import { handClock } from '../../../harness/hand-clock.ts';
import { handRest } from '../../../harness/hand-rest.ts';
import { letter } from '../../../harness/letter.ts';
import { lmtpData, openLmtp } from '../../../harness/lmtp-client.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { seeAll } from '../../intake/open-intake.ts';
import { openMail } from '../open-mail.ts';

const delivery = { from: 'rosa@customer.example', to: ['help@shop.example'], data: lmtpData(letter(1)) };

/** Starts mail for a help center; several starts are several processes. */
async function mailFor({ center, log }: Awaited<ReturnType<typeof openMail>>, settings: Partial<MailSettings>) {
  const clock = handClock();
  const start = (id: string, home = 'here') => {
    const owner = { id, hasEnded: () => false };
    const options = { settings: { mailboxes: [], ...settings }, owner, home, log: (line: string) => log.push(line) };
    const mail = takeMail(center, { ...options, onListening: options.log, rest: handRest(clock) });
    onTestFinished(() => mail.close());
    return mail;
  };
  return { start, clock, log };
}

function socket() {
  return join(temporaryFolder(), 'lmtp');
}

test('a mail that is delivered becomes a conversation, and mail stops when it is closed', async () => {
  const opened = await openMail();
  const lmtp = socket();
  const { start, log } = await mailFor(opened, { lmtp });
  const mail = start('one');
  await eventually(() => expect(log).toEqual([`Mail is taken by LMTP at ${lmtp}.`]));
  const client = await openLmtp(lmtp);
  expect(await client.deliver(delivery)).toMatchObject([{ code: 250 }]);
  await eventually(async () => expect(await seeAll(opened.center)).toMatchObject([{ title: 'Topic 0' }]));
  client.destroy();
  await mail.close();
  await expect(openLmtp(lmtp)).rejects.toThrow();
});

test('a process that finds the address taken says so once and follows the other one', async () => {
  const lmtp = socket();
  const { start, clock, log } = await mailFor(await openMail(), { lmtp });
  const first = start('one');
  await eventually(() => expect(log).toHaveLength(1));
  start('two');
  const taken = `No mail comes by LMTP yet: Another program listens at ${lmtp}. It is tried again.`;
  await eventually(() => expect(log.at(-1)).toBe(taken));
  clock.advance(10_000);
  await first.close();
  await eventually(() => {
    clock.advance(10_000);
    expect(log.slice(1)).toEqual([taken, `Mail is taken by LMTP at ${lmtp}.`]);
  });
});

test('mail comes into no copy of a database before an admin allows it', async () => {
  const opened = await openMail();
  const lmtp = socket();
  const { start, clock, log } = await mailFor(opened, { lmtp });
  const original = start('one');
  await eventually(() => expect(log).toHaveLength(1));
  await original.close();
  start('two', 'elsewhere');
  await eventually(() => expect(log[1]).toContain('Mail is paused: this database is a copy'));
  await expect(openLmtp(lmtp)).rejects.toThrow();
  await opened.center.write(work => setMailHome(work, 'elsewhere'));
  await eventually(() => {
    clock.advance(10_000);
    expect(log[2]).toBe(`Mail is taken by LMTP at ${lmtp}.`);
  });
});
