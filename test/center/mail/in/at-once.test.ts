import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { MailReader } from '../../../../src/center/intake/mail-reader.ts';
import { type Door, openDoor } from '../../../../src/center/mail/in/accept-mail.ts';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import { keepIncoming } from '../../../../src/center/model/incoming.ts';
import { takeLease } from '../../../../src/center/model/lease.ts';
import { eventually } from '../../../harness/eventually.ts';
import { handClock } from '../../../harness/hand-clock.ts';
import { handRest } from '../../../harness/hand-rest.ts';
import { letter, letterId } from '../../../harness/letter.ts';
import { seeAll } from '../../intake/open-intake.ts';
import { openMail } from '../open-mail.ts';
import { packedLetter } from '../receive.ts';

const owner = { id: 'this process', hasEnded: () => false };

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

function accept(door: Door, numbers: readonly number[]): Promise<unknown> {
  return Promise.all(numbers.map(number => door.accept(bytesOf(letter(number)), { via: 'lmtp' })));
}

/** A door whose process has the lease and has seen that no mail waits. */
async function readyDoor(center: MailCenter) {
  const clock = handClock();
  const looked = Promise.withResolvers<void>();
  const read: MailCenter['read'] = async work => {
    const found = await center.read(work);
    looked.resolve();
    return found;
  };
  const door = openDoor({ ...center, read }, { owner, rest: handRest(clock) });
  onTestFinished(() => door.close());
  await looked.promise;
  await turn();
  return { door, clock };
}

/** Moves the clock by seconds until `work` is done. */
async function asTimePasses({ advance }: Pick<ReturnType<typeof handClock>, 'advance'>, work: Promise<unknown>) {
  const done = work.then(() => true);
  await eventually(async () => {
    advance(1_000);
    expect(await Promise.race([done, turn(false)])).toBe(true);
  });
}

/** The numbers of the letters that wait to be understood, in their order. */
async function waiting({ read }: MailCenter): Promise<number[]> {
  const rows = await read(({ db }) => db.selectFrom('mail_incoming').select('hash').orderBy('id').execute());
  const hashes = await Promise.all(Array.from({ length: 20 }, async (_, at) => (await packedLetter(at)).hash));
  return rows.map(({ hash }) => hashes.indexOf(hash));
}

/** The numbers of the letters that are messages, in the order in which they became such. */
async function stored({ read }: MailCenter): Promise<number[]> {
  const rows = await read(({ db }) => db.selectFrom('mail').select('message_key').orderBy('id').execute());
  return rows.map(({ message_key }) => Array.from({ length: 20 }, (_, at) => letterId(at)).indexOf(message_key!));
}

/** Reads a letter, or all mails, only when `end` is called: then it is unreadable. */
function slowReader(reader: MailReader, isSlow: (raw: Buffer) => boolean) {
  const slow = Promise.withResolvers<{ reason: string }>();
  const read: MailReader['read'] = async (mail, now) => (isSlow(mail.raw) ? slow.promise : reader.read(mail, now));
  return { ...reader, read, end: () => slow.resolve({ reason: 'It took too long.' }) };
}

test('small mails are messages when their senders hear of it, after one transaction', async () => {
  const { center } = await openMail();
  let writes = 0;
  const write: MailCenter['write'] = work => {
    writes += 1;
    return center.write(work);
  };
  const { door } = await readyDoor({ ...center, write });
  writes = 0;
  await accept(door, [0, 1, 2, 3]);
  expect(await stored(center)).toEqual([0, 1, 2, 3]);
  expect(writes).toBe(1);
});

test('senders that had their answers together are waited for, so that their next mails are committed together', async () => {
  const { center } = await openMail();
  const sizes: number[] = [];
  const write: MailCenter['write'] = async work => {
    const before = (await stored(center)).length;
    const done = await center.write(work);
    sizes.push((await stored(center)).length - before);
    return done;
  };
  const { door, clock } = await readyDoor({ ...center, write });
  await accept(door, [0, 1, 2, 3]);
  sizes.length = 0;
  const later = async (number: number) => {
    for (let turns = 0; turns < number; turns += 1) await turn();
    await accept(door, [number]);
  };
  await Promise.all([4, 8, 12, 16].map(later));
  expect(sizes).toEqual([4]);
  const alone = accept(door, [17]);
  await expect
    .poll(() => {
      clock.advance(1);
      return sizes;
    })
    .toEqual([4, 1]);
  await alone;
});

test('a mail that comes twice is one message', async () => {
  const { center } = await openMail();
  const { door } = await readyDoor(center);
  await accept(door, [0, 0]);
  await accept(door, [0, 0]);
  expect(await stored(center)).toEqual([0]);
  expect(await waiting(center)).toEqual([]);
});

test('a large mail is accepted before it is understood', async () => {
  const { center } = await openMail();
  const reader = slowReader(center.reader, () => true);
  const { door } = await readyDoor({ ...center, reader });
  await door.accept(bytesOf(letter(1, { fileBytes: 300_000 })), { via: 'lmtp' });
  expect(await waiting(center)).toHaveLength(1);
  reader.end();
});

test('a slow mail delays no other: after a second, it and those beside it are accepted as they are', async () => {
  const { center } = await openMail();
  const slow = await packedLetter(2);
  const reader = slowReader(center.reader, raw => raw.equals(slow.raw));
  const { door, clock } = await readyDoor({ ...center, reader });
  await asTimePasses(clock, accept(door, [0, 2, 4]));
  expect(await waiting(center)).toEqual([0, 2, 4]);
  await asTimePasses(clock, accept(door, [6]));
  expect(await waiting(center)).toEqual([0, 2, 4, 6]);
  reader.end();
  await eventually(async () => expect(await stored(center)).toEqual([0, 4, 6]));
});

test('while older mail waits, a mail waits behind it', async () => {
  const { center } = await openMail();
  const { door } = await readyDoor(center);
  const older = await packedLetter(8);
  await center.write(work => keepIncoming(work, [{ ...older, facts: JSON.stringify({ via: 'lmtp' }) }]));
  await accept(door, [0]);
  await eventually(async () => expect(await stored(center)).toEqual([8, 0]));
});

test('a process without the lease accepts mails as they are', async () => {
  const { center } = await openMail();
  await center.write(work => takeLease(work, 'incoming mail', { id: 'another', hasEnded: () => false }));
  const door = openDoor(center, { owner, rest: handRest(handClock()) });
  onTestFinished(() => door.close());
  await accept(door, [0]);
  expect(await waiting(center)).toEqual([0]);
});

test('mails that cannot be stored together are accepted, and only the bad one is set aside', async () => {
  const { center, log } = await openMail();
  const write: MailCenter['write'] = work =>
    center.write(async one => {
      const done = await work(one);
      const bad = await one.db.selectFrom('message').select('id').where('body_text', 'like', '%order 2 %').execute();
      if (bad.length > 0) throw new Error('no such thing');
      return done;
    });
  const { door } = await readyDoor({ ...center, write });
  await accept(door, [0, 2, 4]);
  await eventually(async () => expect(await stored(center)).toEqual([0, 4]));
  expect(log).toEqual(['A mail from LMTP was set aside: It could not be stored: no such thing']);
});

test('a mail is refused if its message cannot be committed, and nothing of it is kept', async () => {
  const { center } = await openMail();
  let isFull = false;
  const write: MailCenter['write'] = work =>
    center.write(async one => {
      const done = await work(one);
      if (isFull) throw Object.assign(new Error('full'), { errcode: 13 });
      return done;
    });
  const { door } = await readyDoor({ ...center, write });
  isFull = true;
  await expect(accept(door, [0])).rejects.toThrow('full');
  isFull = false;
  expect([await stored(center), await waiting(center)]).toEqual([[], []]);
  await accept(door, [0]);
  expect(await stored(center)).toEqual([0]);
});

test('a mail that cannot be read is set aside with the reason', async () => {
  const { center, log } = await openMail();
  const reader = { ...center.reader, read: async () => ({ reason: 'It is not a mail.' }) };
  const { door } = await readyDoor({ ...center, reader });
  await accept(door, [0]);
  const aside = await center.read(({ db }) => db.selectFrom('mail_set_aside').select(['origin', 'reason']).execute());
  expect(aside).toEqual([{ origin: 'LMTP', reason: 'It is not a mail.' }]);
  expect(log).toEqual(['A mail from LMTP was set aside: It is not a mail.']);
  expect(await seeAll(center)).toEqual([]);
});
