import { expect, it } from 'vitest';
import { matchesIn } from '../../../src/state/detail/find.ts';
import { detailLine } from '../../../src/state/detail/line.ts';
import { t } from '../../../src/text/safe.ts';
import { tooSteep } from '../../harness/growth.ts';

it.each(['a', 'ab', 'zzz'])('finding %s takes time as its text grows, not more', words => {
  const work = (size: number) => {
    const lines = Array.from({ length: size }, () => detailLine('message:1', 'text', t`aabaabaabaabaabaabaabaab`));
    return () => matchesIn(lines, words);
  };
  expect(tooSteep(work)).toBeUndefined();
});
