import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogWriter } from '../../../src/cli/commands/log-writer.ts';

test('lines are written in order, many at once, none twice', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const { log } = createLogWriter({ write: text => written.push(text) });
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

test('as JSON a line is an object with its time and its parts, or its sentence', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 1, 12) });
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const { log } = createLogWriter({ write: text => written.push(text) }, 'json');
  log('GET me 200', { route: 'me', status: 200 });
  log('Mail is "sent" again.\n');
  vi.advanceTimersByTime(10);
  const time = '2026-03-01T12:00:00.000Z';
  const lines = written.join('').trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line))).toEqual([
    { time, route: 'me', status: 200 },
    { time, message: 'Mail is "sent" again.\n' },
  ]);
});

test('lines for a reader that does not read are lost and counted, and the end does not wait for it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text), writableLength: 2_000_000 };
  const { log, end } = createLogWriter(stream);
  for (const line of ['one', 'two', 'three']) log(line);
  vi.advanceTimersByTime(10);
  expect(written).toEqual([]);
  const ending = end();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await ending).toBe(false);
  stream.writableLength = 0;
  log('four');
  vi.advanceTimersByTime(10);
  expect(written).toEqual(['four\n3 lines of the log were lost, because nothing read it.\n']);
});
