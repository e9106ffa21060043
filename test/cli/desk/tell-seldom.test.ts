import { expect, test } from 'vitest';
import { tellSeldom } from '../../../src/cli/desk/tell-seldom.ts';
import { t } from '../../../src/text/safe.ts';
import { handClock } from '../../harness/hand-clock.ts';

test('lines about mail take the notice’s place once a minute, however many come, and the last one is told', () => {
  const clock = handClock(0);
  const told: string[] = [];
  const tell = tellSeldom((line, isNews) => told.push(isNews ? `good: ${line}` : line), clock.setTimer);
  tell(t`first`);
  expect(told).toEqual(['first']);
  for (let count = 1; count <= 1_500; count++) tell(t`mail ${count}`);
  clock.advance(59_999);
  expect(told).toHaveLength(1);
  clock.advance(1);
  expect(told).toEqual(['first', 'mail 1500 · and 1,499 more lines about mail']);
  clock.advance(30_000);
  tell(t`later`, true);
  clock.advance(30_000);
  expect(told.at(-1)).toBe('good: later');
  clock.advance(120_000);
  tell(t`much later`);
  expect(told).toHaveLength(4);
  expect(told.at(-1)).toBe('much later');
});
