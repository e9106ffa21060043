import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Door } from '../../../../src/center/mail/in/accept-mail.ts';
import { mailboxLooks } from '../../../../src/center/model/mailbox.ts';
import { mailAbout, NOON, openMailbox } from './open-mailbox.ts';

const DAY_MS = 24 * 3_600_000;
const MIB = 1_024 * 1_024;
/** How long a server may be silent here, in milliseconds of the real clock. */
const SHORT_MS = 800;

/** The steps of a session, by the commands that a client gives. */
const STEPS = ['AUTHENTICATE', 'SELECT', 'UID FETCH', 'UID STORE', 'IDLE'];

test.for(STEPS)('a server that cuts, then hangs at %s costs no mail, and none comes twice', async step => {
  const { watch, settled, deliver, server, passUntil, holds, inbox } = await openMailbox();
  const first = watch();
  await settled();
  await first.close();
  deliver('first');
  deliver('second');
  const faults = [{ kind: 'cuts' }, { kind: 'cuts' }, { kind: 'hangs' }] as const;
  let times = 0;
  server().fault = ({ name }) => (name === step ? faults[times++] : undefined);
  watch({ answerMs: SHORT_MS });
  await passUntil(() => times > faults.length);
  await passUntil(() => inbox.mails.every(({ flags }) => flags.has('\\Seen')));
  await holds('first', 'second');
});

test('a server that says nothing at all is given up, and asked again', async () => {
  const { watch, settled, deliver, server, passUntil, subjects, logged, log } = await openMailbox();
  server().isMute = true;
  watch({ answerMs: SHORT_MS });
  await passUntil(() => log.length > 0);
  await logged('127.0.0.1 does not answer');
  server().isMute = false;
  await passUntil(() => server().heard.includes('IDLE'));
  await settled();
  deliver('new');
  await passUntil(async () => (await subjects()).includes('new'));
});

test.for(['cuts', 'hangs'] as const)('a server that %s in the middle of a body delivers it once', async kind => {
  const { watch, settled, deliver, server, passUntil, center } = await openMailbox();
  watch({ answerMs: SHORT_MS });
  await settled();
  server().bodyFault = { kind, afterBytes: 2_000 };
  const text = 'x'.repeat(70).concat('\r\n').repeat(100);
  deliver('long', text);
  const texts = () => center.read(({ db }) => db.selectFrom('message').select('body_text').orderBy('id').execute());
  await passUntil(async () => (await texts()).length > 0);
  expect((await texts()).map(row => row.body_text?.length)).toEqual([text.length - 100 + 'Text of long\n'.length - 1]);
});

test('a refused connection is told once, however often it is tried, and so is the end of the trouble', async () => {
  const { watch, stopServer, startServer, deliver, logged, log, clock, server, passUntil, subjects } =
    await openMailbox();
  const first = watch();
  await expect.poll(() => server().heard.includes('IDLE')).toBe(true);
  await first.close();
  await stopServer();
  watch();
  await logged('Nothing listens on port');
  for (let tries = 0; tries < 5; tries += 1) {
    await expect.poll(clock.waiting).toBe(2);
    clock.advance(300_000);
  }
  expect(log.filter(line => line.includes('Nothing listens'))).toHaveLength(1);
  deliver('new');
  await startServer();
  await passUntil(async () => (await subjects()).includes('new'));
  await logged('it is read again');
});

test('a server that ends an idle connection now and then is not a trouble', async () => {
  const { watch, settled, deliver, server, holds, log, passUntil } = await openMailbox();
  watch();
  await settled();
  for (let times = 0; times < 3; times += 1) {
    const before = server().heard.length;
    server().cut();
    await passUntil(() => server().heard.length > before);
    await settled();
  }
  deliver('new');
  await holds('new');
  expect(log).toEqual([]);
});

test('a server that answers late is waited for', async () => {
  const { watch, settled, deliver, server, holds, subjects, log } = await openMailbox();
  watch();
  await settled();
  const late = Promise.withResolvers<void>();
  let waits = 0;
  server().fault = ({ name }) => {
    if (name !== 'UID FETCH') return undefined;
    waits += 1;
    return { kind: 'late', until: late.promise };
  };
  deliver('new');
  await expect.poll(() => waits).toBeGreaterThan(0);
  expect(await subjects()).toEqual([]);
  late.resolve();
  await holds('new');
  expect(log).toEqual([]);
});

test('a refused password is told in words without the password, and is not tried again soon', async () => {
  const { center, watch, server, passwordFile, logged, log, clock, deliver, holds } = await openMailbox();
  const looks = async () => [...(await center.read(({ db }) => mailboxLooks(db))).values()];
  writeFileSync(passwordFile, 'canary-of-the-test\n');
  watch();
  await logged('127.0.0.1 refuses the user name or the password');
  expect(log.join()).toContain('agent@shop.example and … do not match');
  expect(log.join()).not.toContain('canary');
  const refused = { at: null, trouble: expect.stringContaining('refuses the user name'), isSignedOut: true, stuck: [] };
  await expect.poll(looks).toEqual([{ ...refused, since: expect.any(Number) }]);
  clock.advance(59_000);
  await expect.poll(clock.waiting).toBe(2);
  expect(server().heard.filter(command => command.startsWith('AUTHENTICATE'))).toHaveLength(1);
  writeFileSync(passwordFile, 'secret\n');
  clock.advance(1_000);
  await logged('it is read again');
  const good = { at: expect.any(Number), trouble: '', isSignedOut: false, since: null, stuck: [] };
  await expect.poll(looks).toEqual([good]);
  deliver('new');
  await holds('new');
});

test('a deleted folder is told, and taken up again when it is there', async () => {
  const { watch, settled, server, inbox, logged, passUntil, deliver, subjects, log } = await openMailbox();
  watch();
  await settled();
  server().folders.delete('INBOX');
  server().cut();
  await passUntil(() => log.length > 0);
  await logged('127.0.0.1 has no folder INBOX for this user');
  inbox.renumber();
  server().folders.set('INBOX', inbox);
  deliver('new');
  await passUntil(async () => (await subjects()).includes('new'));
});

test('when the server numbers the mails again, known ones are recognised in silence and new ones taken', async () => {
  const { watch, inbox, settled, deliver, holds, log, logged, passUntil, subjects, server, clock } =
    await openMailbox();
  inbox.deliver(mailAbout('old'), NOON - DAY_MS);
  const first = watch();
  await settled();
  clock.advance(60_000);
  deliver('first');
  deliver('second');
  await holds('first', 'second');
  await first.close();
  deliver('third');
  inbox.renumber({ isReversed: true });
  watch();
  await passUntil(async () => (await subjects()).length === 3);
  await logged('its server numbered the mails again. 3 mails were looked at again');
  await holds('first', 'second', 'third');
  deliver('fourth');
  await holds('first', 'second', 'third', 'fourth');
  expect(log).toHaveLength(2);
  await expect.poll(() => inbox.mails.filter(({ flags }) => !flags.has('\\Seen'))).toHaveLength(1);
  expect(server().connections()).toBe(1);
});

test('after a renumbering all of a large mailbox are gone through in small steps', async () => {
  const { watch, inbox, settled, deliver, holds, server, place } = await openMailbox();
  const old = mailAbout('old');
  for (let each = 0; each < 3_000; each += 1) inbox.deliver(() => old, NOON - DAY_MS);
  const first = watch();
  await settled();
  await first.close();
  // Many UIDs belong to no mail any more.
  inbox.uidNext = 4_000_000_000;
  deliver('new');
  inbox.uidValidity += 1;
  watch();
  await holds('new');
  await expect.poll(place).toMatchObject({ uidValidity: 2, lastUid: 4_000_000_000 });
  const steps = server().heard.flatMap(command => /^UID FETCH (\d+:\d+) .*INTERNALDATE/.exec(command)?.[1] ?? []);
  expect(steps.slice(0, 4)).toEqual(['1:1000', '1001:2000', '2001:3000', '3001:4000']);
  expect(steps.length).toBeLessThan(20);
});

test('a server that lost the times of arrival too does not turn old mail into new mail', async () => {
  const { watch, inbox, settled, deliver, holds, clock } = await openMailbox();
  const old = Buffer.from(mailAbout('old').toString().replace('20 Nov 2026', '20 Nov 2019'));
  inbox.deliver(() => old, NOON - DAY_MS);
  const first = watch();
  await settled();
  deliver('first');
  await holds('first');
  await first.close();
  clock.advance(DAY_MS);
  inbox.renumber();
  inbox.mails = inbox.mails.map(mail => ({ ...mail, at: clock.now() }));
  watch();
  deliver('second');
  await holds('first', 'second');
  await settled();
  await holds('first', 'second');
});

test('a mail that is deleted before it is fetched is passed over', async () => {
  const { watch, settled, deliver, server, inbox, holds, log } = await openMailbox();
  const first = watch();
  await settled();
  await first.close();
  const gone = deliver('gone');
  deliver('stays');
  server().fault = ({ name, rest }) => {
    if (name === 'UID FETCH' && rest.includes('BODY.PEEK[]') && inbox.mails.some(({ uid }) => uid === gone))
      inbox.expunge(gone);
    return undefined;
  };
  watch();
  await holds('stays');
  expect(log).toEqual([]);
});

test('news of a server about other mails are not taken for an answer', async () => {
  const { watch, inbox, settled, deliver, server, holds } = await openMailbox();
  inbox.deliver(mailAbout('old'), NOON - DAY_MS);
  watch();
  await settled();
  server().unasked = [
    '1 FETCH (UID 1 FLAGS (\\Seen))',
    '2 FETCH (UID 2 FLAGS ())',
    '1 FETCH (UID 1 RFC822.SIZE 3 BODY[]<0> {3}\r\nold)',
  ];
  deliver('new');
  await holds('new');
  expect(inbox.mails[0]?.flags.size).toBe(0);
  expect(server().heard.filter(command => command.includes('BODY.PEEK[]'))).toEqual([
    expect.stringMatching(/^UID FETCH 2 \(/),
  ]);
});

test('a mail that the server cannot give stays there, and those behind it are taken', async () => {
  const { watch, settled, deliver, server, inbox, passUntil, subjects, logged, holds } = await openMailbox();
  const first = watch();
  await settled();
  await first.close();
  const titles = ['first', 'broken', 'third'];
  for (const title of titles) deliver(title);
  const isBroken = (rest: string) => rest.includes('BODY.PEEK[]') && /(?:^|,)2\b/.test(rest);
  server().fault = ({ name, rest }) =>
    name === 'UID FETCH' && isBroken(rest) ? { kind: 'refuses', text: '[SERVERBUG] the disk is bad' } : undefined;
  watch();
  await passUntil(async () => (await subjects()).includes('third'));
  await logged(
    'a mail (UID 2) is not taken. It cannot be fetched: 127.0.0.1 refuses to go on (it says: the disk is bad)',
  );
  await holds('first', 'third');
  await expect.poll(() => inbox.mails.map(({ flags }) => flags.has('\\Seen'))).toEqual([true, false, true]);
});

test.each(['nil', 'another UID', 'half'] as const)(
  'a mail that the server answers with %s is told of, tried again, and taken once it is answered whole',
  async wrongly => {
    const { watch, settled, deliver, inbox, passUntil, subjects, logged, holds } = await openMailbox();
    const first = watch();
    await settled();
    await first.close();
    for (const title of ['first', 'broken', 'third']) deliver(title);
    inbox.mails[1]!.wrongly = wrongly;
    const second = watch();
    await passUntil(async () => (await subjects()).includes('third'));
    await logged('a mail (UID 2) is not taken. It cannot be fetched: 127.0.0.1 lists a mail and does not give it');
    await holds('first', 'third');
    await expect.poll(() => inbox.mails.map(({ flags }) => flags.has('\\Seen'))).toEqual([true, false, true]);
    await second.close();
  },
);

test('a mail that is answered wrongly once is taken at the next try', async () => {
  const { watch, settled, deliver, inbox, passUntil, subjects, server, log } = await openMailbox();
  const first = watch();
  await settled();
  await first.close();
  for (const title of ['first', 'second']) deliver(title);
  inbox.mails[1]!.wrongly = 'nil';
  let fetches = 0;
  server().fault = ({ rest }) => {
    if (rest.includes('BODY.PEEK[]') && ++fetches > 1) delete inbox.mails[1]!.wrongly;
    return undefined;
  };
  watch();
  await passUntil(async () => (await subjects()).includes('second'));
  expect(log.filter(line => line.includes('is not taken'))).toEqual([]);
});

test('after a failure the first mails are fetched one at a time, and the others in batches again', async () => {
  const { watch, settled, deliver, server, passUntil, inbox } = await openMailbox();
  const first = watch();
  await settled();
  await first.close();
  for (let number = 0; number < 60; number += 1) deliver(`mail${number}`);
  const bodies = () => server().heard.filter(command => command.includes('BODY.PEEK[]'));
  server().fault = ({ rest }) => (rest.includes('BODY.PEEK[]') && bodies().length === 1 ? { kind: 'cuts' } : undefined);
  watch();
  await passUntil(() => inbox.mails.every(({ flags }) => flags.has('\\Seen')));
  expect(bodies().map(command => command.split(',').length)).toEqual([20, ...Array(20).fill(1), 20, 20]);
});

test('a mail that cannot be committed is not marked as read, and is taken later', async () => {
  const { watch, settled, deliver, inbox, logged, passUntil, subjects, place, door, server } = await openMailbox();
  let isBroken = true;
  const acceptAll: typeof door.acceptAll = (...given) =>
    isBroken ? Promise.reject(new Error('disk full')) : door.acceptAll(...given);
  watch({ door: { acceptAll } });
  await settled();
  deliver('new');
  await logged(`:${server().port}: The help center cannot store mail now.`);
  expect(inbox.mails[0]?.flags.size).toBe(0);
  expect(await place()).toMatchObject({ lastUid: 0 });
  isBroken = false;
  await passUntil(async () => (await subjects()).length === 1);
  await expect.poll(() => inbox.mails[0]?.flags.has('\\Seen')).toBe(true);
  expect(await place()).toMatchObject({ lastUid: 1 });
});

test('the place moves behind every batch', async () => {
  const { watch, settled, deliver, place, door, logged } = await openMailbox();
  const first = watch();
  await settled();
  await first.close();
  for (let number = 0; number < 45; number += 1) deliver(`mail${number}`);
  let batches = 0;
  const acceptAll: typeof door.acceptAll = async () => {
    batches += 1;
    if (batches === 3) throw new Error('disk full');
  };
  watch({ door: { acceptAll } });
  await logged('The help center cannot store mail now.');
  expect(await place()).toMatchObject({ lastUid: 40 });
});

test('long mails come in parts and are whole, and too long ones stay there', async () => {
  const { watch, settled, inbox, clock, logged, server } = await openMailbox();
  const received: Buffer[] = [];
  const acceptAll: Door['acceptAll'] = async mails => {
    for (const { source } of mails) received.push(Buffer.concat(await Array.fromAsync(source)));
  };
  watch({ door: { acceptAll } });
  await settled();
  const tooLong = Buffer.alloc(51 * MIB);
  const mails = [MIB - 1, MIB, MIB + 1, 2 * MIB, 3.5 * MIB].map(length => Buffer.alloc(length, `${length} text\r\n`));
  for (const mail of [tooLong, ...mails]) inbox.deliver(() => mail, clock.now());
  await expect.poll(() => received.length).toBe(mails.length);
  expect(received.map((raw, index) => raw.equals(mails[index]!))).toEqual(mails.map(() => true));
  await logged('a mail (UID 1) is not taken. It is larger than 50 MiB.');
  expect(server().heard.filter(command => /^UID FETCH 1 .*BODY\.PEEK\[\]/.test(command))).toEqual([]);
});

test('a long mail that is deleted while it is fetched is not stored in part', async () => {
  const { watch, settled, inbox, clock, server, deliver, holds } = await openMailbox();
  const first = watch();
  await settled();
  await first.close();
  const long = Buffer.concat([mailAbout('gone'), Buffer.alloc(2.5 * MIB, 'text\r\n')]);
  const uid = inbox.deliver(() => long, clock.now());
  deliver('stays');
  server().fault = ({ name, rest }) => {
    if (name === 'UID FETCH' && rest.includes(`<${MIB}.`)) inbox.expunge(uid);
    return undefined;
  };
  watch();
  await holds('stays');
});

test('of two processes one fetches, and the other goes on when it ends', async () => {
  const { watch, settled, deliver, server, holds, clock, passUntil } = await openMailbox();
  const first = watch({ id: 'first' });
  await settled();
  watch({ id: 'second' });
  clock.advance(5_000);
  expect(server().connections()).toBe(1);
  deliver('one');
  await holds('one');
  await first.close();
  deliver('two');
  await passUntil(() => server().connections() === 1);
  await holds('one', 'two');
});

test('a slow server is waited for as long as bytes come', async () => {
  const { watch, settled, deliver, server, holds, log } = await openMailbox();
  watch({ answerMs: 1_000 });
  await settled();
  server().pace = 4_000;
  deliver('slow', 'x'.repeat(6_000));
  await holds('slow');
  expect(log).toEqual([]);
});

test('a mailbox that is full is told of until it has room again, and is read meanwhile', async () => {
  const { center, watch, server, inbox, deliver, settled, logged, holds, passUntil } = await openMailbox({
    offers: ['IDLE', 'QUOTA'],
  });
  const look = async () => [...(await center.read(({ db }) => mailboxLooks(db))).values()][0]!;
  inbox.quota = [990, 1_000];
  watch();
  await logged('it is full');
  await settled();
  const { at, since, trouble, isSignedOut } = await look();
  expect([since, trouble, isSignedOut]).toEqual([at, expect.stringMatching(/^it is full/), false]);
  deliver('first');
  await holds('first');
  inbox.quota = [989, 1_000];
  server().cut();
  await passUntil(async () => (await look()).since === null);
  await logged('it has room again');
});
