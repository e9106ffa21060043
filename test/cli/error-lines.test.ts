import { expect, test } from 'vitest';
import { errorLines } from '../../src/cli/error-lines.ts';

const WORDS = 'Mia wrote:\n    at the shop they said (no:1:1)\n    at Mia (file:///mia.ts:1:1)\nbye';

/** An error whose message has changed since its stack was written. */
function changed(): Error {
  const error = new Error(WORDS);
  void error.stack;
  error.message = 'another farewell';
  return error;
}

test.for<[string, () => unknown]>([
  ['a message that looks like places in the program', () => new Error(WORDS)],
  ['a cause that does', () => new Error('x', { cause: new TypeError(WORDS) })],
  ['a message that has changed', changed],
  ['a thrown text', () => WORDS],
])('a report of an error says where it happened and has no word of a customer: %s', ([, make]) => {
  const lines = errorLines(make());
  expect(lines.join('\n')).not.toMatch(/the shop|Mia|wrote:|^bye|farewell/m);
  expect(lines.length > 2 || lines[0] === 'a thrown string').toBe(true);
});
