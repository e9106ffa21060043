import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogWriter } from '../../../src/cli/commands/log-writer.ts';

test('lines are written in order, many at once, none twice', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const log = createLogWriter({ write: text => written.push(text) });
  for (const line of ['one', 'two', 'three']) log(line);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(9);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(['one\ntwo\nthree\n']);
  log('four');
  vi.advanceTimersByTime(10);
  expect(written.slice(1)).toEqual(['four\n']);
});
