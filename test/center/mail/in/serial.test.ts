import { expect, test } from 'vitest';
import { createSerial } from '../../../../src/center/mail/in/serial.ts';

test('works take turns in the order of the calls, also after one that fails', async () => {
  const alone = createSerial();
  const seen: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = (name: string, until: Promise<void>) =>
    alone(async () => {
      seen.push(`${name} begins`);
      await until;
      seen.push(`${name} ends`);
      return name;
    });
  const one = work('one', first.promise);
  const two = work('two', second.promise);
  const three = work('three', Promise.resolve());
  first.reject(new Error('no'));
  await expect(one).rejects.toThrow('no');
  second.resolve();
  expect(await Promise.all([two, three])).toEqual(['two', 'three']);
  expect(seen).toEqual(['one begins', 'two begins', 'two ends', 'three begins', 'three ends']);
});
