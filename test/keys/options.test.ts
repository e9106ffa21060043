import { expect, test } from 'vitest';
import { filterOptions } from '../../src/keys/options.ts';
import { safeLine } from '../../src/text/safe.ts';

const options = ['Ana Ortiz (you)', 'Bob Stone', 'Doris Orfanos', 'Édith Vor'].map(name => ({
  id: name,
  label: safeLine(name),
}));

test.each([
  ['', ['Ana Ortiz (you)', 'Bob Stone', 'Doris Orfanos', 'Édith Vor']],
  ['or', ['Ana Ortiz (you)', 'Doris Orfanos']],
  ['bst', ['Bob Stone']],
  ['edi', ['Édith Vor']],
  ['STONE', ['Bob Stone']],
  ['orf', ['Doris Orfanos']],
  ['xyz', []],
])('“%s” leaves %j, with words that begin with it first', (typed, expected) => {
  const found = filterOptions(options, { text: typed, cursor: typed.length });
  expect(found.map(({ id }) => id)).toEqual(expected);
});
