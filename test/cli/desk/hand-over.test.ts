import { expect, test } from 'vitest';
import { argumentsFor } from '../../../src/cli/desk/hand-over.ts';

const URL = 'https://help.shop.example';

test.for([
  ['', ''],
  ['--link slow --no-ascii --profile work', '--link slow --no-ascii --profile work'],
  ['--database /a.db --link slow', '--link slow'],
  ['--database=/a.db --link=slow', '--link=slow'],
  ['--sample --read-only', '--read-only'],
  ['--url https://other.example --token-file /t --token-command cat --insecure', '--insecure'],
  ['--view is:open --bell none', '--bell none'],
] as const)('a desk that hands over with “%s” goes on there with “%s”', ([before, after]) => {
  const words = (text: string) => text.split(' ').filter(word => word !== '');
  expect(argumentsFor(words(before), URL)).toEqual([...words(after), '--url', URL]);
});
