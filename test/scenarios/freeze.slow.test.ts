import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BOMBS } from '../harness/bombs.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { freezeBy } from './freeze.ts';

/** `npm run soak -- freeze` takes every shape, and 3 MB of it. */
const SHAPES = ['lines of one letter', 'newlines'];
const SIZE = 100_000;

test.for(SHAPES)('a mail of %s is imported, opened and looked through while keys are answered', async name => {
  const bomb = BOMBS.find(each => each.name === name)!;
  const { steps, answered } = await freezeBy(bomb, SIZE, join(temporaryFolder(), 'freeze'));
  expect(Object.keys(steps)).toEqual([
    'import',
    'open',
    'scroll',
    'widen',
    'links',
    'link',
    'find',
    'transcript',
    'merge',
  ]);
  expect(answered.import).toBeGreaterThan(0);
});
