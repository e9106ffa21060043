import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mentionAt, mentionsIn } from '../../../src/state/words/mentions.ts';
import type { Agent } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';

function agent(id: number, name: string): Agent {
  return { id, name: safeLine(name), email: safeLine(`a${id}@shop.example`), role: 'agent', disabled: false };
}
const agents = [
  agent(1, 'Ana Ortiz'),
  agent(2, 'Bob Stone'),
  agent(3, 'Ana Maria Ortiz'),
  agent(4, 'Łukasz'),
  agent(5, 'Bob Stone Jr'),
];

describe('a note mentions', () => {
  test.each([
    ['@Ana Ortiz, look', [1]],
    ['look @ana ortiz.', [1]],
    ['@Ana Maria Ortiz and @Ana Ortiz', [3, 1]],
    ['@Bob Stone Jr', [5]],
    ['@Łukasz: see', [4]],
    ['@łukasz @Łukasz', [4]],
    // Two agents are called so.
    ['@Ana, @Bob', []],
    // No mention.
    ['ana@Ana Ortiz', []],
    ['@Ana Ortizs', []],
    ['mail to x@shop.example', []],
    ['@', []],
  ])('%s', (text, ids) => {
    expect(mentionsIn(text, agents)).toEqual(ids);
  });

  test('an agent by the first name if no other is called so', () => {
    expect(mentionsIn('@bob: look', [agent(1, 'Ana Ortiz'), agent(2, 'Bob Stone')])).toEqual([2]);
  });

  test('no agent twice, in any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('@', 'Ana Ortiz', 'bob', ' ', '\n', 'x', 'Łukasz', '@@')), parts => {
        const found = mentionsIn(parts.join(''), agents);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});

test.each([
  ['see @an', { from: 4, names: ['Ana Ortiz', 'Ana Maria Ortiz'] }],
  ['@Ana M', { from: 0, names: ['Ana Maria Ortiz'] }],
  ['@', { from: 0, names: agents.map(({ name }) => name) }],
  ['@zz', undefined],
  ['x@an', undefined],
  ['an', undefined],
])('Tab after %j completes a name', (before, completed) => {
  expect(mentionAt(before, agents)).toEqual(completed);
});
