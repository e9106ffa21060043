import { KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeptKeys } from '../../../../src/center/intake/dkim/kept-keys.ts';
import { usualRecord } from '../../../harness/dkim.ts';

const UNTIL = 1_000;

function keeping(names: readonly string[]) {
  const keys = createKeptKeys();
  for (const name of names) keys.keep([name], { records: Object.fromEntries([[name, usualRecord]]), until: UNTIL });
  return keys;
}

test('a key is imported once, also when it is found again', async () => {
  const keys = keeping(['a']);
  const get = () => keys.get('DKIM', 'A', undefined, { strict: true });
  const first = await get();
  expect(first.publicKey).toBeInstanceOf(KeyObject);
  keys.keep(['a'], { records: { a: usualRecord }, until: 2 * UNTIL });
  expect((await get()).publicKey).toBe(first.publicKey);
  expect(keys.hasAll(['a'], UNTIL)).toBe(true);
});

test('250 keys are kept, the oldest goes first', () => {
  const keys = keeping(Array.from({ length: 251 }, (_, at) => `n${at}`));
  expect([keys.hasAll(['n0'], 0), keys.hasAll(['n1'], 0), keys.hasAll(['n1', 'n0'], 0)]).toEqual([false, true, false]);
});

test('a name of an object’s own property is a name like any other', async () => {
  const keys = createKeptKeys();
  keys.keep(['constructor', '__proto__'], { records: {}, until: UNTIL });
  expect(keys.hasAll(['constructor'], 0)).toBe(false);
  await expect(keys.get('DKIM', '__proto__', undefined, {})).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
