import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDoor } from '../../../../src/center/mail/in/accept-mail.ts';
import { createDkimKeys } from '../../../../src/center/mail/in/keys.ts';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import { signByFrom, usualRecord } from '../../../harness/dkim.ts';
import { eventually } from '../../../harness/eventually.ts';
import { handClock } from '../../../harness/hand-clock.ts';
import { handRest } from '../../../harness/hand-rest.ts';
import { now } from '../../intake/open-intake.ts';
import { mailOf, openMail } from '../open-mail.ts';

const SECOND_MS = 1_000;

type Answers = Readonly<Record<string, () => string | null | Promise<never> | Promise<string>>>;

function failing(code: string) {
  return () => Promise.reject<never>(Object.assign(new Error(code), { code }));
}

/** A door behind which DNS answers as `answers` says of each domain. */
async function opened(answers: Answers) {
  const clock = handClock(now);
  const { center: plain, log } = await openMail();
  const asked: string[] = [];
  const keys = createDkimKeys(async name => {
    asked.push(name);
    return answers[name.replace('s._domainkey.', '')]!();
  }, clock.now);
  const center: MailCenter = { ...plain, keys, context: { ...plain.context, now: clock.now } };
  const door = openDoor(center, { owner: { id: 'this process', hasEnded: () => false }, rest: handRest(clock) });
  onTestFinished(() => door.close());
  const deliver = (name: string, isSigned = true) => {
    const mail = mailOf(`From: kim@${name}`, 'To: help@shop.example', `Message-ID: <1@${name}>`, '', 'Hello');
    async function* bytes() {
      yield isSigned ? signByFrom(mail) : mail;
    }
    return passing(door.accept(bytes(), { via: 'lmtp' }));
  };
  /** Lets time pass, by seconds, until the work is done. Returns how much of it. */
  const passing = async (work: Promise<unknown>, most = 60): Promise<number> => {
    const before = clock.elapsed();
    const done = work.then(() => true);
    for (let seconds = 0; seconds < most; seconds += 1) {
      for (let turns = 0; turns < 50; turns += 1)
        if (await Promise.race([done, turn(false)])) return clock.elapsed() - before;
      clock.advance(SECOND_MS);
    }
    throw new Error('It is not done.');
  };
  const stored = async () => {
    const rows = await center.read(({ db }) =>
      db
        .selectFrom('message')
        .innerJoin('mail', 'mail.message_id', 'message.id')
        .select(['mail.message_key', 'message.unverified'])
        .orderBy('message.id')
        .execute(),
    );
    return rows.map(row => `${row.message_key?.slice(2)}${row.unverified === 1 ? ' unverified' : ''}`);
  };
  /** Lets time pass until these are stored. */
  const stores = (wanted: readonly string[], stepMs = SECOND_MS) =>
    eventually(async () => {
      clock.advance(stepMs);
      expect((await stored()).toSorted()).toEqual(wanted.toSorted());
    });
  return { clock, log, asked, deliver, stored, stores };
}

test('a mail whose key comes at once is verified, and a second one asks no server', async () => {
  const { deliver, stores, asked } = await opened({ 'a.example': () => usualRecord });
  await deliver('a.example');
  await stores(['a.example']);
  expect(asked).toEqual(['s._domainkey.a.example']);
});

test('while DNS does not answer, the mail is accepted within a second or two, and no other one waits for it', async () => {
  const answer = Promise.withResolvers<string>();
  const { deliver, stores, log } = await opened({
    'slow.example': () => answer.promise,
    'a.example': () => usualRecord,
  });
  expect(await deliver('slow.example')).toBeLessThanOrEqual(2 * SECOND_MS);
  for (const name of ['a.example', 'b.example']) await deliver(name, name === 'a.example');
  await stores(['a.example', 'b.example unverified']);
  answer.resolve(usualRecord);
  await stores(['a.example', 'b.example unverified', 'slow.example']);
  expect(log).toEqual([]);
});

test('a mail whose key cannot be had for ten minutes is taken unverified, and the log tells', {
  timeout: 60_000,
}, async () => {
  const { clock, deliver, stored, stores, log, asked } = await opened({
    'a.example': failing('ESERVFAIL'),
    'b.example': () => usualRecord,
  });
  await deliver('a.example');
  await deliver('b.example');
  await stores(['b.example']);
  const arrived = clock.elapsed();
  while (clock.elapsed() < arrived + 8 * 60 * SECOND_MS) {
    clock.advance(10 * SECOND_MS);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  expect([await stored(), log]).toEqual([['b.example'], []]);
  await stores(['a.example unverified', 'b.example'], 10 * SECOND_MS);
  expect(clock.elapsed()).toBeGreaterThanOrEqual(10 * 60 * SECOND_MS);
  expect(log).toEqual(['A mail from LMTP is kept as unverified: DNS did not answer for the key of its signature.']);
  // Some questions, and not one a second.
  const questions = asked.filter(name => name.endsWith('a.example')).length;
  expect(questions).toBeGreaterThan(2);
  expect(questions).toBeLessThan(30);
});

test('if no DNS is there, no mail waits', async () => {
  const { deliver, stored, clock } = await opened({ 'a.example': failing('ECONNREFUSED') });
  await deliver('a.example');
  await eventually(async () => expect(await stored()).toEqual(['a.example unverified']));
  expect(clock.elapsed()).toBeLessThan(2 * SECOND_MS);
});

test('a mail whose domain has no key does not wait', async () => {
  const { deliver, stored, log } = await opened({ 'a.example': () => null });
  await deliver('a.example');
  await eventually(async () => expect(await stored()).toEqual(['a.example unverified']));
  expect(log).toEqual([]);
});
