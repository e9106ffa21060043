import { expect, test } from 'vitest';
import { namesEtag } from '../../../src/center/http/etag.ts';

test.for([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['"A"', false],
  ['', false],
] as const)('the header %s names the tag a: %s', ([header, isNamed]) => {
  expect(namesEtag(header, 'a')).toBe(isNamed);
});
