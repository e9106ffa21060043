import { expect, test } from 'vitest';
import { grouped } from '../../../../src/text/numbers.ts';
import { signByFrom } from '../../../harness/dkim.ts';
import { runs } from '../../../harness/full.ts';
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

const MANY = runs(100_000);

test('of thousands of mails at first contact none is fetched, and the log says so', async () => {
  const { watch, inbox, deliver, settled, holds, logged, server, log } = await openMailbox();
  const old = mailAbout('old');
  for (let each = 0; each < MANY; each += 1) inbox.deliver(() => old, NOON - DAY_MS);
  watch();
  await settled();
  await logged(`takes new mail from now on. ${grouped(MANY)} mails there already`);
  deliver('new');
  await holds('new');
  expect(server().heard.filter(command => command.includes('BODY.PEEK[]'))).toHaveLength(1);
  expect(log).toHaveLength(1);
});

test('mail that came without a watcher is taken by the next one', async () => {
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

test.for([['IDLE', 'AUTH=XOAUTH2'], ['AUTH=OAUTHBEARER']])(
  'a connection outlives its token, and no mail comes twice, on a server that offers %s',
  async offers => {
    const { watch, deliver, settled, holds, server, place, passUntil, logged } = await openMailbox({ offers });
    const renew = (token: string) => {
      server().passwords = new Map([['agent@shop.example', token]]);
    };
    let token = 'first';
    renew(token);
    watch({ account: { command: { isToken: true, run: async () => token } } });
    await settled();
    deliver('early');
    await passUntil(async () => (await place())?.lastUid === 1);
    // The server ends the connection with the token; the next one signs in with a new one.
    token = 'second';
    renew(token);
    server().cut();
    deliver('late');
    await passUntil(async () => (await place())?.lastUid === 2);
    // A token that was revoked, and given again.
    renew('third');
    server().cut();
    deliver('last');
    await passUntil(() => server().heard.filter(line => line.startsWith('AUTHENTICATE')).length > 5);
    await logged('refuses the user name or the password');
    token = 'third';
    await passUntil(async () => (await place())?.lastUid === 3);
    await holds('early', 'late', 'last');
  },
);

test('of a mailbox that trusts the topmost field, mail is verified by it', async () => {
  const { watch, inbox, settled, holds, center, passwordFile } = await openMailbox();
  watch({ account: { passwordFile, trustsTopmost: true } });
  await settled();
  const results =
    'Authentication-Results: spf=pass smtp.mailfrom=customer.example; dmarc=pass header.from=customer.example';
  inbox.deliver(Buffer.concat([Buffer.from(`${results}\r\n`), mailAbout('checked')]), NOON);
  inbox.deliver(mailAbout('unchecked'), NOON);
  await holds('checked', 'unchecked');
  const rows = await center.read(({ db }) => db.selectFrom('message').select('unverified').orderBy('id').execute());
  expect(rows.map(({ unverified }) => unverified)).toEqual([0, 1]);
});

test('a signature counts if it was in force when the server received the mail, though it has expired since', async () => {
  const { watch, inbox, settled, holds, center } = await openMailbox();
  watch();
  await settled();
  const [expires, day] = [Date.UTC(2026, 0, 10) / 1_000, 24 * 3_600];
  for (const [at, subject] of ['in-time', 'late'].entries())
    inbox.deliver(
      signByFrom(mailAbout(subject), { tags: { t: `${expires - 2 * day}`, x: `${expires}` } }),
      1_000 * (expires - day + at * 2 * day),
    );
  await holds('in-time', 'late');
  const rows = await center.read(({ db }) => db.selectFrom('message').select('unverified').orderBy('id').execute());
  expect(rows.map(({ unverified }) => unverified)).toEqual([0, 1]);
});
