import { expect, test } from 'vitest';
import { earlierWords } from '../../../src/state/detail/earlier-words.ts';
import { ordinal } from '../../../src/text/numbers.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { sampleWorld } from '../../ui/world.ts';

const LAST = { id: 198, title: safeLine('Refund'), status: safeLine('closed'), closed_at: Date.UTC(2026, 10, 12, 12) };
const OPEN = { ...LAST, status: safeLine('open'), closed_at: null };

test.each([
  [{ count: 3, last: LAST }, 99, '4th conversation · last: #198 Refund, closed 12 Nov'],
  [{ count: 1, last: OPEN }, 99, '2nd conversation · last: #198 Refund, open'],
  [
    { count: 3, last: { ...LAST, title: safeLine('Refund '.repeat(9)) } },
    54,
    '4th conversation · last: #198 Refund R…, closed 12 Nov',
  ],
  [{ count: 3, last: LAST }, 48, '4th conversation · last: #198, closed 12 Nov'],
  [{ count: 1_000, last: OPEN }, 99, 'over 1,000 conversations · last: #198 Refund, open'],
  [{ count: 0, last: OPEN }, 99, ''],
  [undefined, 99, ''],
] as const)('the words for earlier conversations: %#', (earlier, columns, words) => {
  const world = sampleWorld({ columns: 120, rows: 36 });
  const { earlier: _, ...thread } = world.base.threads.get(1042)!;
  const threads = world.base.threads.with([[1042, { ...thread, ...(earlier && { earlier: earlier as never }) }]]);
  expect(earlierWords({ ...world, base: { ...world.base, threads } }, 1042, columns)).toBe(words);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
  [113, '113th'],
  [1_022, '1,022nd'],
])('%i is the %s', (number, words) => {
  expect(ordinal(number)).toBe(words);
});
