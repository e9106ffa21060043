import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDoor } from '../../../../src/center/mail/in/accept-mail.ts';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import { rest } from '../../../../src/center/mail/rest.ts';
import { eventually } from '../../../harness/eventually.ts';
import { runs } from '../../../harness/full.ts';
import { letter } from '../../../harness/letter.ts';
import { seeAll } from '../../intake/open-intake.ts';
import { openMail } from '../open-mail.ts';

const nobodyElse: Parameters<typeof openDoor>[1] = { owner: { id: 'this process', hasEnded: () => false }, rest };

async function* pieces(text: string, bytes = 64 * 1_024) {
  const raw = Buffer.from(text);
  for (let at = 0; at < raw.length; at += bytes) yield raw.subarray(at, at + bytes);
}

function doorTo(center: MailCenter, holding = nobodyElse) {
  const door = openDoor(center, holding);
  onTestFinished(() => door.close());
  return door;
}

function waiting(center: MailCenter) {
  return center.read(({ db }) => db.selectFrom('mail_incoming').select('hash').execute());
}

test('mails that arrive together are stored in the order in which they were accepted, each once', async () => {
  const { center } = await openMail();
  const door = doorTo(center);
  const letters = Array.from({ length: 60 }, (_, at) => letter(at));
  await Promise.all([...letters, ...letters].map(each => door.accept(pieces(each), { via: 'lmtp' })));
  await eventually(async () => expect(await waiting(center)).toEqual([]));
  const seen = await seeAll(center);
  expect(seen.flatMap(({ texts }) => texts)).toHaveLength(60);
  expect(seen).toHaveLength(45);
});

test('mails that come over several connections in the same moment wait for the disk once', async () => {
  const { center } = await openMail();
  let writes = 0;
  const write: MailCenter['write'] = work => {
    writes += 1;
    return center.write(work);
  };
  const cannotUnderstand = { ...center.reader, read: () => new Promise<never>(() => undefined) };
  const door = openDoor({ ...center, write, reader: cannotUnderstand }, nobodyElse);
  async function* after(turns: number) {
    for (let at = 0; at < turns; at += 1) await turn();
    yield Buffer.from(letter(turns));
  }
  await Promise.all(Array.from({ length: 10 }, (_, at) => door.accept(after(at), { via: 'lmtp' })));
  expect(await waiting(center)).toHaveLength(10);
  // One of them takes the lease.
  expect(writes).toBeLessThanOrEqual(4);
});

test('a mail of many megabytes (a tenth in npm test) arrives whole', async () => {
  const fileBytes = 57 * runs(140_000);
  const { center } = await openMail();
  const door = doorTo(center);
  await door.accept(pieces(letter(1, { fileBytes })), { via: 'lmtp' });
  await eventually(async () => expect(await waiting(center)).toEqual([]));
  const files = await center.read(({ db }) => db.selectFrom('attachment').select(['name', 'size']).execute());
  expect(files).toEqual([{ name: 'order-1.bin', size: fileBytes }]);
});

test('a mail that breaks off is not accepted', async () => {
  const { center } = await openMail();
  const door = doorTo(center);
  for (const bytes of [100, 1_000_000]) {
    async function* broken() {
      yield Buffer.alloc(bytes, 'x');
      throw new Error('the line is dead');
    }
    await expect(door.accept(broken(), { via: 'lmtp' })).rejects.toThrow('the line is dead');
  }
  expect(await waiting(center)).toEqual([]);
});

test('a mail is refused while nothing can be stored, and accepted later', async () => {
  const { center } = await openMail();
  let isFull = true;
  const write: MailCenter['write'] = work =>
    isFull ? Promise.reject(Object.assign(new Error('full'), { errcode: 13 })) : center.write(work);
  const door = doorTo({ ...center, write });
  await expect(door.accept(pieces(letter(1)), { via: 'lmtp' })).rejects.toThrow('full');
  isFull = false;
  await door.accept(pieces(letter(1)), { via: 'lmtp' });
  expect(await waiting(center)).toHaveLength(1);
});

test('a mail that an ended process accepted is read by the next one', async () => {
  const { center } = await openMail();
  const cannotUnderstand = { ...center.reader, read: () => new Promise<never>(() => undefined) };
  const killed = openDoor({ ...center, reader: cannotUnderstand }, nobodyElse);
  await killed.accept(pieces(letter(1)), { via: 'lmtp' });
  const next = { rest, owner: { id: 'next', hasEnded: (id: string): boolean => id === 'this process' } };
  doorTo(center, next);
  await eventually(async () => expect(await waiting(center)).toEqual([]));
  expect(await seeAll(center)).toHaveLength(1);
});

test('one bad mail does not affect the others that arrive with it', async () => {
  const { center, log } = await openMail();
  let writes = 0;
  const write: MailCenter['write'] = work =>
    center.write(async one => {
      const done = await work(one);
      const bad = await one.db.selectFrom('message').select('id').where('body_text', 'like', '%order 2 %').execute();
      writes += 1;
      if (bad.length > 0) throw new Error('no such thing');
      return done;
    });
  const door = doorTo({ ...center, write });
  await Promise.all([0, 2, 4].map(each => door.accept(pieces(letter(each)), { via: 'lmtp' })));
  await eventually(async () => expect(await waiting(center)).toEqual([]));
  expect(await seeAll(center)).toHaveLength(2);
  expect(writes).toBeGreaterThan(3);
  expect(log).toEqual(['A mail from LMTP was set aside: It could not be stored: no such thing']);
});
