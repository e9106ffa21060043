import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogWriter } from '../../src/cli/log-writer.ts';

test('lines are written in order, many at once, none twice', async () => {
  const written: string[] = [];
  const log = createLogWriter({ write: text => written.push(text) });
  for (const line of ['one', 'two', 'three']) log(line);
  expect(written).toEqual([]);
  await sleep(50);
  expect(written).toEqual(['one\ntwo\nthree\n']);
  log('four');
  await sleep(50);
  expect(written.slice(1)).toEqual(['four\n']);
});
