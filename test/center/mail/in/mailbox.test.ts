import { expect, test } from 'vitest';
import { mailAbout, NOON, openMailbox } from './open-mailbox.ts';

const DAY_MS = 24 * 3_600_000;

test('mail is taken from the moment the mailbox is first seen, marked as read, and never deleted', async () => {
  const { watch, inbox, deliver, settled, holds, logged, server } = await openMailbox();
  inbox.deliver(mailAbout('old'), NOON - DAY_MS);
  watch();
  await settled();
  deliver('first');
  await holds('first');
  deliver('second');
  await holds('first', 'second');
  await expect.poll(() => inbox.mails.map(({ flags }) => [...flags].join())).toEqual(['', '\\Seen', '\\Seen']);
  await logged('takes new mail from now on. 1 mail there already');
  expect(server().heard.filter(command => /STORE|EXPUNGE|MOVE/.test(command) && !command.includes('+FLAGS'))).toEqual(
    [],
  );
});

test('of 100,000 mails at first contact none is fetched, and the log says so', async () => {
  const { watch, inbox, deliver, settled, holds, logged, server, log } = await openMailbox();
  const old = mailAbout('old');
  for (let each = 0; each < 100_000; each += 1) inbox.deliver(() => old, NOON - DAY_MS);
  watch();
  await settled();
  await logged('takes new mail from now on. 100,000 mails there already');
  deliver('new');
  await holds('new');
  expect(server().heard.filter(command => command.includes('BODY.PEEK[]'))).toHaveLength(1);
  expect(log).toHaveLength(1);
});

test('mail that came while nobody watched is taken by the next one', async () => {
  const { watch, deliver, settled, holds, place } = await openMailbox();
  const first = watch();
  await settled();
  deliver('first');
  await holds('first');
  await expect.poll(place).toMatchObject({ lastUid: 1 });
  await first.close();
  deliver('second');
  watch();
  await holds('first', 'second');
});

test.for([
  { offers: ['IDLE'] },
  { offers: ['IDLE', 'UIDPLUS', 'CONDSTORE', 'ENABLE'] },
  { offers: [] },
  { offers: ['UIDPLUS', 'CONDSTORE', 'ENABLE'] },
])('new mail is seen on a server that offers $offers', async ({ offers }) => {
  const { watch, deliver, settled, holds, subjects, clock } = await openMailbox({ offers });
  watch();
  await settled();
  deliver('new');
  if (!offers.includes('IDLE')) {
    expect(await subjects()).toEqual([]);
    clock.advance(60_000);
  }
  await holds('new');
});
