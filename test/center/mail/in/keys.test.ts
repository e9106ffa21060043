import { expect, test } from 'vitest';
import { createDkimKeys } from '../../../../src/center/mail/in/keys.ts';

const NEVER = new Promise<void>(() => undefined);
const NOW = Promise.resolve();
const MINUTE_MS = 60_000;

/** Keys with a clock, and the names that DNS was asked for. */
function opened(answer: (name: string) => string | null | Error | Promise<string>) {
  const clock = { now: 1_000_000 };
  const asked: string[] = [];
  const keys = createDkimKeys(
    async name => {
      asked.push(name);
      const found = await answer(name);
      if (found instanceof Error) throw found;
      return found;
    },
    () => clock.now,
  );
  return { keys, clock, asked };
}

function refused(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test('a key is asked for once in ten minutes, and one that is not there once in a minute', async () => {
  const { keys, clock, asked } = opened(name => (name === 'a' ? 'key' : null));
  const find = () => keys.find(['a', 'b'], NEVER);
  expect(await find()).toMatchObject({ records: { a: 'key' }, isUnanswered: false });
  await find();
  expect(asked).toEqual(['a', 'b']);
  clock.now += MINUTE_MS;
  await find();
  expect(asked).toEqual(['a', 'b', 'b']);
  clock.now += 9 * MINUTE_MS;
  await find();
  expect(asked.filter(name => name === 'a')).toHaveLength(2);
});

test('the keys of a mail count as long as each of them is kept', async () => {
  const { keys, clock } = opened(() => 'key');
  const began = clock.now;
  await keys.find(['a'], NEVER);
  clock.now += MINUTE_MS;
  expect(await keys.find(['b', 'a'], NEVER)).toMatchObject({ until: began + 10 * MINUTE_MS });
});

test('mails that need the same key at once share one question', async () => {
  const { keys, asked } = opened(() => Promise.resolve('key'));
  await Promise.all(Array.from({ length: 50 }, () => keys.find(['a'], NEVER)));
  expect(asked).toEqual(['a']);
});

test('a question that takes longer than a mail waits is answered for the next one', async () => {
  const answer = Promise.withResolvers<string>();
  const { keys, asked } = opened(() => answer.promise);
  expect(await keys.find(['a'], NOW)).toEqual({ records: {}, until: expect.any(Number), isUnanswered: true });
  expect(await keys.find(['a'], NOW)).toEqual({ records: {}, until: expect.any(Number), isUnanswered: true });
  answer.resolve('key');
  expect(await keys.find(['a'], NEVER)).toMatchObject({ records: { a: 'key' }, isUnanswered: false });
  expect(asked).toEqual(['a']);
});

test('a failure is not kept for a key that is there', async () => {
  let isDown = true;
  const { keys, clock } = opened(() => (isDown ? refused('ESERVFAIL') : 'key'));
  expect(await keys.find(['a'], NEVER)).toEqual({ records: {}, until: expect.any(Number), isUnanswered: true });
  isDown = false;
  clock.now += 5_000;
  expect(await keys.find(['a'], NEVER)).toMatchObject({ records: { a: 'key' }, isUnanswered: false });
});

test('a thousand names are kept, the oldest goes first', async () => {
  const { keys, asked } = opened(() => 'key');
  for (let at = 0; at <= 1_000; at += 1) await keys.find([`n${at}`], NEVER);
  await keys.find(['n1'], NEVER);
  await keys.find(['n1000'], NEVER);
  expect(asked).toHaveLength(1_001);
  await keys.find(['n0'], NEVER);
  expect(asked).toHaveLength(1_002);
});

test('a name of an object’s own property is a name like any other', async () => {
  const { keys } = opened(name => (name === 'constructor' ? null : 'key'));
  expect((await keys.find(['constructor', '__proto__'], NEVER)).isUnanswered).toBe(false);
});

test('DNS that nothing answers from the beginning is gone at once, other failures only after ten minutes', async () => {
  const absent = opened(() => refused('ECONNREFUSED'));
  expect(absent.keys.isGone()).toBe(false);
  await absent.keys.find(['a'], NEVER);
  expect(absent.keys.isGone()).toBe(true);

  for (const code of ['ETIMEOUT', 'ESERVFAIL', 'EREFUSED']) {
    const { keys, clock } = opened(() => refused(code));
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await keys.find(['a'], NEVER);
      expect(keys.isGone(), `${code} for ${minutes} minutes`).toBe(false);
      clock.now += MINUTE_MS;
    }
    await keys.find(['a'], NEVER);
    expect(keys.isGone(), code).toBe(true);
  }
});

test('DNS that has answered is not gone when it is refused for a moment, nor after a night without a question', async () => {
  let isDown = false;
  const { keys, clock } = opened(() => (isDown ? refused('ECONNREFUSED') : 'key'));
  await keys.find(['a'], NEVER);
  isDown = true;
  await keys.find(['b'], NEVER);
  expect(keys.isGone()).toBe(false);
  clock.now += 12 * 60 * MINUTE_MS;
  await keys.find(['b'], NEVER);
  expect(keys.isGone()).toBe(false);
  isDown = false;
  clock.now += 10 * MINUTE_MS;
  await keys.find(['c'], NEVER);
  expect(keys.isGone()).toBe(false);
});
