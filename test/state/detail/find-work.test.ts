import { expect, it } from 'vitest';
import { matchesIn } from '../../../src/state/detail/find.ts';
import { detailLine } from '../../../src/state/detail/line.ts';
import { t } from '../../../src/text/safe.ts';

// So many that to look from each of them to the end, or through all that was found, would take minutes.
const LINES = 200_000;

it.each([
  ['aab', 100_000],
  ['zzz', 0],
  ['b aaz', 0],
])('finding %s in a text of very many lines looks at each of them once', (words, found) => {
  const line = detailLine('message:1', 'text', t`aabaabaabaabaabaabaabaab`);
  const lines = Array.from({ length: LINES }, () => line);
  expect(matchesIn(lines, words)).toHaveLength(found);
});
