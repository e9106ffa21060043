import { expect, test } from 'vitest';
import { sendPause } from '../../../../src/center/model/outgoing/due.ts';

const MINUTE_MS = 60_000;

test('a letter is tried again after 1, 5, 15 and 60 minutes, then every hour for 48 hours', () => {
  const pauses = Array.from({ length: 60 }, (_, at) => sendPause(at + 1)).filter(ms => ms !== undefined);
  expect(pauses.slice(0, 5).map(ms => ms / MINUTE_MS)).toEqual([1, 5, 15, 60, 60]);
  expect(pauses).toHaveLength(4 + 48);
});
